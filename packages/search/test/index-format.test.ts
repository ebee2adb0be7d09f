import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../src/index.ts';
import { serializeRecords, deserializeRecords } from '../src/index-format.ts';
import { record, smallSite } from './support/records.ts';

const anyRecord = fc
  .record({
    page: fc.webPath(),
    headings: fc.array(fc.string(), { minLength: 1, maxLength: 6 }),
    content: fc.option(fc.string(), { nil: undefined }),
    anchor: fc.option(fc.string(), { nil: undefined }),
    rank: fc.nat(9),
    position: fc.nat(500),
  })
  .map(record);

describe('the index format', () => {
  it('round-trips every record', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        expect(deserializeRecords(serializeRecords(records))).toEqual(records);
      }),
    );
  });

  it('stores IDs and URLs that it cannot derive', () => {
    const foreign = { ...record({ page: '/a/', headings: ['A'] }), objectID: '17', url: '/b/?x#y' };
    expect(deserializeRecords(serializeRecords([foreign]))).toEqual([foreign]);
  });

  it('derives the IDs of records with absolute URLs', () => {
    const published = smallSite.map((one) => ({
      ...one,
      url: `https://docs.example.com${one.url}`,
    }));
    const serialized = serializeRecords(published);
    expect(JSON.parse(serialized)).toHaveProperty('ids', {});
    expect(deserializeRecords(serialized)).toEqual(published);
  });

  it('stores each text once', () => {
    const serialized = serializeRecords([...smallSite, ...smallSite]);
    expect(serialized.split('Create a node')).toHaveLength(2);
  });

  it('rejects an index of another version', () => {
    const other = JSON.stringify({ ...JSON.parse(serializeRecords([])), format: 0 });
    expect(() => loadIndex(other)).toThrow('format 0');
  });

  it('loads all records', () => {
    expect(loadIndex(buildIndex(smallSite)).records).toEqual(smallSite);
  });
});
