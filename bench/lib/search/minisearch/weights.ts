/** Set by coordinate ascent over `queries.yaml` and `development.yaml`. */
export const weights = {
  title: 6.9,
  keywords: 7,
  heading: 3.1,
  name: 9,
  text: 2,
  page: 1.8,
  /** Alternatives of a word, relative to the typed one. */
  same: 1.4,
  synonym: 0.3,
  parts: 0.5,
  unknownParts: 0.7,
  joined: 0.9,
  stopWord: 1.3,
  fuzzy: 0.5,
  prefix: 0.47,
  k: 0.53,
  b: 0.5,
  d: 0.5,
  /** Minimum share of the words of a query in texts and in headlines, and the exponent of the share. */
  minText: 0.5,
  minHeadline: 0.3,
  cover: 1.33,
  /** Bonuses: for the page and section as a whole, and for each step of `page_rank`. */
  wholePage: 1,
  wholeSection: 0.5,
  rank: 0.3,
  /** Bonuses for a headline or phrase that is like the whole query. */
  headline: 1.5,
  phrase: 1.4,
  exactTitle: 1,
  beginning: 0.9,
  likeness: 2.3,
  plainField: 0.33,
  repeat: 0.57,
} as const;
