import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { rejection } from '../../support/rejection.ts';
import { bytesOf, OtaBench } from '../../support/ota-bench.ts';

let bench: OtaBench;

beforeEach(async () => {
  bench = await OtaBench.open();
});

afterEach(() => bench.sandbox.close());

const unknown = '019f0000-0000-7000-8000-00000000ffff';

/** Uploads a version a second after the one before. */
async function version(assetIdentifier: string, assetVersion: string, text: string) {
  bench.sandbox.now += 1000;
  return bench.upload(text, { assetIdentifier, assetVersion });
}

describe('assets-list', () => {
  const ids = (response: JsonObject) =>
    (response.data as JsonObject[]).map(({ assetId }) => assetId);
  const list = async (body: JsonObject = {}) => ids(await bench.platform('assets-list', body));

  it('has an entry for each identifier: the version uploaded last', async () => {
    await version('firmware', '1.0', 'abc');
    const firmware = await version('firmware', '1.1', 'abcd');
    const image = await version('image', '7', 'abcdefgh');
    const response = await bench.platform('assets-list', {});
    expect(response).toMatchObject({ count: 2, totalCount: 2, next: 2, totalStorage: 15 });
    expect(ids(response)).toEqual([image, firmware]);
    expect((response.data as JsonObject[])[1]).toEqual({
      assetId: firmware,
      assetIdentifier: 'firmware',
      assetDesc: '',
      assetMeta: {},
      assetSize: 4,
      assetCurrentVersion: '1.1',
      assetStatus: 'deployable',
      created: bench.sandbox.now / 1000 - 1,
    });
  });

  it('shows what is uploaded before what was only created', async () => {
    const uploaded = await version('firmware', '1.0', 'abc');
    bench.sandbox.now += 1000;
    const { id: pending } = await bench.create({ assetIdentifier: 'firmware', assetVersion: '2' });
    expect(await list()).toEqual([uploaded]);
    expect(await list({ filter: { status: 'uploadpending' } })).toEqual([pending]);
    expect(await list({ filter: { status: 'deployable' } })).toEqual([uploaded]);
    expect(await list({ filter: { status: 'mergefailed' } })).toEqual([]);
    // What passes the filter is another version than the current one.
    const response = await bench.platform('assets-list', { filter: { status: 'uploadpending' } });
    expect(response.data).toMatchObject([{ assetId: pending, assetCurrentVersion: '1.0' }]);
  });

  it('counts the bytes of uploads that are not complete', async () => {
    const { urls } = await bench.create({ uploadParts: 2 });
    await bench.put(urls[1] ?? '', bytesOf('abcde'));
    expect((await bench.platform('assets-list', {})).totalStorage).toBe(5);
  });

  it('sorts and pages', async () => {
    const b = await version('b', '1', 'abc');
    const { id: c } = await bench.create({ assetIdentifier: 'c' });
    const a = await version('a', '1', 'abcd');
    const sorted = (orderby: string, order: string) => list({ orderby, order });
    expect(await sorted('aidentifiersset', 'asc')).toEqual([a, b, c]);
    expect(await sorted('aidentifiersset', 'desc')).toEqual([c, b, a]);
    expect(await sorted('creation', 'asc')).toEqual([b, c, a]);
    expect(await sorted('assetsize', 'desc')).toEqual([a, b, c]);
    expect(await sorted('astatussset', 'desc')).toEqual([c, a, b]);
    expect(await list({ orderby: 'creation', order: 'asc', limit: 1, offset: 1 })).toEqual([c]);
    expect(await bench.platform('assets-list', { limit: 2 })).toMatchObject({
      count: 2,
      totalCount: 3,
      next: 2,
    });
    expect(await rejection(list({ limit: -1 }))).toBe('400 generic::malformedrequest');
  });
});

describe('assets-list-versions', () => {
  it('pages through the versions of one identifier, the newest first', async () => {
    const one = await version('firmware', '1.0', 'abc');
    const two = await version('firmware', '1.1', 'abc');
    await version('image', '7', 'abc');
    const list = async (fields: JsonObject) => {
      const body = { assetIdentifier: 'firmware', ...fields };
      const response = await bench.platform('assets-list-versions', body);
      return [response.totalCount, (response.data as JsonObject[]).map(({ assetId }) => assetId)];
    };
    expect(await list({})).toEqual([2, [two, one]]);
    expect(await list({ order: 'asc' })).toEqual([2, [one, two]]);
    expect(await list({ limit: 1, offset: 1 })).toEqual([2, [one]]);
    expect(await list({ assetIdentifier: 'other' })).toEqual([0, []]);
  });
});

describe('another project', () => {
  it('neither sees nor reaches an asset', async () => {
    const assetId = await version('firmware', '1.0', 'abc');
    const other = await bench.secondProject();
    expect(await other.platform('assets-list', {})).toMatchObject({
      totalCount: 0,
      totalStorage: 0,
    });
    expect(
      await other.platform('assets-list-versions', { assetIdentifier: 'firmware' }),
    ).toMatchObject({ totalCount: 0 });
    for (const operation of ['assets-get', 'assets-retry', 'assets-delete']) {
      expect(await rejection(other.platform(operation, { assetId }))).toBe(
        '404 sandbox::assetnotfound',
      );
    }
    expect(await rejection(other.complete(assetId))).toBe('404 sandbox::assetnotfound');
    expect(await bench.status(assetId)).toBe('deployable');
  });
});

describe('assets-delete', () => {
  it('removes the asset with its bytes', async () => {
    const { sandbox } = bench;
    const assetId = await version('firmware', '1.0', 'abc');
    expect(await bench.platform('assets-delete', { assetId })).toEqual({});
    expect(await rejection(bench.read(assetId))).toBe('404 sandbox::assetnotfound');
    expect(await sandbox.db.selectFrom('asset_parts').select('part').execute()).toEqual([]);
  });

  it('does not know an unknown asset', async () => {
    const deleted = bench.platform('assets-delete', { assetId: unknown });
    expect(await rejection(deleted)).toBe('404 sandbox::assetnotfound');
  });
});
