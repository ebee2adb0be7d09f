import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../src/index.ts';
import { packRecords, unpackRecords } from '../../src/serialise/index-format.ts';
import { record, smallSite } from '../support/records.ts';

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
  it('gives back every record as it was', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        expect(unpackRecords(packRecords(records))).toEqual(records);
      }),
    );
  });

  it('keeps ids and addresses that it could not derive', () => {
    const foreign = { ...record({ page: '/a/', headings: ['A'] }), objectID: '17', url: '/b/?x#y' };
    expect(unpackRecords(packRecords([foreign]))).toEqual([foreign]);
  });

  it('derives the ids of records whose addresses name the origin of the site', () => {
    const published = smallSite.map((one) => ({
      ...one,
      url: `https://docs.example.com${one.url}`,
    }));
    const packed = packRecords(published);
    expect(JSON.parse(packed)).toHaveProperty('ids', {});
    expect(unpackRecords(packed)).toEqual(published);
  });

  it('holds each text once', () => {
    const packed = packRecords([...smallSite, ...smallSite]);
    expect(packed.split('Create a node')).toHaveLength(2);
  });

  it('refuses an index of another version', () => {
    const other = JSON.stringify({ ...JSON.parse(packRecords([])), format: 0 });
    expect(() => loadIndex(other)).toThrow('format 0');
  });

  it('loads to an engine over all records', () => {
    expect(loadIndex(buildIndex(smallSite)).size).toBe(smallSite.length);
  });
});
