import { terms } from '../terms.ts';

/** Names that are not terms: the titles of the APIs, and names with a fixed form. */
export const otherNames: readonly string[] = [
  'API',
  'APIs',
  'Device API',
  'Go',
  'HTML',
  'Platform API',
  'SDK',
  'SDKs',
];

/** Words that keep their capitals in a heading. */
export const properNouns: readonly string[] = [
  ...terms.flatMap(({ forms }) => forms).filter((form) => /^\p{Lu}/u.test(form)),
  ...otherNames,
];
