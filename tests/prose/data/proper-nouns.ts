import { terms } from '../terms.ts';

/** Names that are no term: the APIs as titles of their documents, and what has one form anyway. */
export const otherNames: readonly string[] = [
  'API',
  'APIs',
  'Device API',
  'Go',
  'Platform API',
  'SDK',
  'SDKs',
  'URLs',
];

/** What keeps its capitals inside a heading. */
export const properNouns: readonly string[] = [
  ...terms.flatMap(({ forms }) => forms).filter((form) => /^\p{Lu}/u.test(form)),
  ...otherNames,
];
