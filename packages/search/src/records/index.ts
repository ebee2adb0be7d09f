export { pageRecords, type PageAddress } from './page-records.ts';
export { withPhrases, type Phrases } from './phrases.ts';
export { withoutRepeatedRows } from './repeated-rows.ts';
