export { pageRecords, type PageAddress } from './page-records.ts';
export { withoutRepeatedRows } from './repeated-rows.ts';
