export { pageRecords, type PageAddress } from './page-records.ts';
