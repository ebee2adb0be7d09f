export { pageRecords, type PageAddress } from './page-records.ts';
export { withPhrases, type Phrases } from './phrases.ts';
export { withoutRepeatedRows } from './repeated-rows.ts';
/** The HTML parser of the records, for other steps of the build. */
export { fromHtml } from 'hast-util-from-html';
