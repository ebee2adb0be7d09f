/** Levels of a record's hierarchy, outermost first, as DocSearch names them. */
export const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const;
export type Level = (typeof levels)[number];

/** What a record stands for: the title of a page (lvl1), a heading below it (lvl2 …), or text. */
export type RecordType = Exclude<Level, 'lvl0'> | 'content';

/** One thing a reader can find: a heading, a paragraph, a table row, a field (specification, section 3). */
export interface SearchRecord {
  /** Unique, and the same from one build to the next as long as the text stays. */
  readonly objectID: string;
  readonly type: RecordType;
  /** lvl0 is the section of the site, lvl1 the page's title; `null` where a level has no heading. */
  readonly hierarchy: Readonly<Record<Level, string | null>>;
  /** Plain text, never HTML; `null` for headings. */
  readonly content: string | null;
  /** Of the title of a page: other words that readers look for it with (front matter `keywords`); never shown. */
  readonly keywords: string | null;
  /** Path of the page with the base path, and the anchor: `/platform-api/node-create/#request-node_name`. */
  readonly url: string;
  readonly url_without_anchor: string;
  readonly anchor: string | null;
  readonly language: string;
  readonly docusaurus_tag: string;
  readonly version: string;
  /** Larger is nearer to what readers want; the engine and the hosted provider's custom ranking read it. */
  readonly weight: {
    readonly page_rank: number;
    /** 100 for lvl1 down to 0 for text, in the steps of DocSearch. */
    readonly level: number;
    /** Place on the page, from 0. */
    readonly position: number;
  };
}

/** Attributes a query may filter on or count. */
export type Facet = 'language' | 'docusaurus_tag' | 'version' | 'type' | 'hierarchy.lvl0';

/** Outer array: all must hold; inner array: one of them. Each is `attribute:value`. */
export type FacetFilters = readonly (string | readonly string[])[];

export interface Query {
  /** As the reader typed it. */
  readonly query: string;
  readonly facetFilters?: FacetFilters;
  /** Attributes to count values of, over all hits. */
  readonly facets?: readonly string[];
  /** From 0. */
  readonly page: number;
  readonly hitsPerPage: number;
  /** `"exact phrase"` and `-word` have a meaning. */
  readonly advancedSyntax?: boolean;
}

/** Half-open range of characters in a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Hit {
  readonly record: SearchRecord;
  /** Ranks hits of one answer; larger is better. */
  readonly score: number;
}

export interface QueryAnswer {
  readonly hits: readonly Hit[];
  /** Hits on all pages. */
  readonly nbHits: number;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Where words of the query, in the forms they matched, stand in a text; sorted, without overlap. */
  readonly matches: (text: string) => readonly Range[];
}

/** A loaded index. */
export interface SearchEngine {
  readonly size: number;
  readonly search: (query: Query) => QueryAnswer;
}
