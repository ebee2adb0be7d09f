import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepAssets } from '../../../src/core/ota/assets.ts';
import { browserStorage, limits, serverStorage } from '../../../src/core/limits.ts';
import { bytesOf, hour, OtaBench, sha256 } from '../../support/ota-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: OtaBench;

beforeEach(async () => {
  bench = await OtaBench.open();
});

afterEach(() => bench.sandbox.close());

describe('a file in one part', () => {
  it('is deployable when it is there and its upload is completed', async () => {
    const { sandbox } = bench;
    const { id, urls } = await bench.create({
      assetDesc: 'Faster boot',
      assetMeta: { board: 'mk1' },
      assetSigned: true,
      assetSignature: 'signed',
    });
    expect(urls).toHaveLength(1);
    const created = {
      assetId: id,
      assetIdentifier: 'main-firmware',
      assetVersion: '1.2.0',
      assetDesc: 'Faster boot',
      assetMeta: { board: 'mk1' },
      assetSigned: true,
      assetSignature: 'signed',
      created: sandbox.now / 1000,
    };
    expect(await bench.read(id)).toEqual({
      ...created,
      assetSize: 0,
      assetChecksum: '',
      assetStatus: 'uploadpending',
    });
    expect(await rejection(bench.complete(id))).toBe('409 sandbox::notuploaded');
    expect(await bench.put(urls[0] ?? '', bytesOf('firmware'))).toBe(sha256('firmware'));
    expect(await bench.status(id)).toBe('uploadpending');
    expect(await bench.complete(id)).toEqual({});
    expect(await bench.read(id)).toEqual({
      ...created,
      assetSize: 8,
      assetChecksum: sha256('firmware'),
      assetStatus: 'deployable',
    });
  });

  it('takes the last upload, and none after completion', async () => {
    const { id, urls } = await bench.create();
    const url = urls[0] ?? '';
    await bench.put(url, bytesOf('first try'));
    await bench.put(url, bytesOf('second'));
    await bench.complete(id, [`"${sha256('second')}"`]);
    expect(await bench.read(id)).toMatchObject({ assetChecksum: sha256('second'), assetSize: 6 });
    expect(await rejection(bench.put(url, bytesOf('third')))).toBe('409 sandbox::uploadcompleted');
    expect(await rejection(bench.complete(id))).toBe('409 sandbox::uploadcompleted');
  });

  it('rejects an ETag of another file', async () => {
    const { id, urls } = await bench.create();
    await bench.put(urls[0] ?? '', bytesOf('firmware'));
    expect(await rejection(bench.complete(id, ['other']))).toBe('409 sandbox::notuploaded');
  });

  it('rejects text that no store can hold', async () => {
    const created = bench.create({ assetDesc: 'a\0b' });
    expect(await rejection(created)).toBe('400 generic::malformedrequest');
  });

  it('rejects metadata that is too long', async () => {
    const created = bench.create({ assetMeta: { notes: 'x'.repeat(4000) } });
    expect(await rejection(created)).toBe('413 generic::malformedrequest');
  });

  it('hands on the checksum that was given', async () => {
    const id = await bench.upload('firmware', { assetChecksum: 'md5:1234' });
    expect(await bench.read(id)).toMatchObject({ assetChecksum: 'md5:1234' });
  });
});

describe('upload addresses', () => {
  it('expire after 24 hours', async () => {
    const { urls } = await bench.create();
    bench.sandbox.now += 24 * hour - 1;
    await bench.put(urls[0] ?? '', bytesOf('in time'));
    bench.sandbox.now += 1;
    expect(await rejection(bench.put(urls[0] ?? '', bytesOf('late')))).toBe('403 expired');
  });

  it('are bound to their part and their time', async () => {
    const { urls } = await bench.create({ uploadParts: 2 });
    const url = urls[0] ?? '';
    const forged = [
      url.replace('/1?', '/2?'),
      url.replace('project-1', 'project-2'),
      url.replace(/exp=\d+/, 'exp=9999999999'),
      url.replace(/signature=.*/, ''),
      url.replace(/signature=../, 'signature=zz'),
    ];
    for (const address of forged) {
      expect(await rejection(bench.put(address, bytesOf('x')))).toBe('403 forged');
    }
  });

  it('end with their asset', async () => {
    const { id, urls } = await bench.create();
    await bench.platform('assets-delete', { assetId: id });
    expect(await rejection(bench.put(urls[0] ?? '', bytesOf('x')))).toBe(
      '404 sandbox::assetnotfound',
    );
  });
});

describe('caps', () => {
  it('are those of its sandbox', async () => {
    bench.sandbox.storage = browserStorage;
    const { urls } = await bench.create();
    const tooMuch = new Uint8Array(browserStorage.bytes.file + 1);
    expect(await rejection(bench.put(urls[0] ?? '', tooMuch))).toBe('413 sandbox::assettoolarge');
  });

  it('hold for the file, over all its parts', async () => {
    const { urls } = await bench.create({ uploadParts: 2 });
    const half = new Uint8Array(serverStorage.bytes.file / 2);
    await bench.put(urls[0] ?? '', half);
    await bench.put(urls[1] ?? '', half);
    await bench.put(urls[1] ?? '', half);
    const more = bench.put(urls[1] ?? '', new Uint8Array(half.length + 1));
    expect(await rejection(more)).toBe('413 sandbox::assettoolarge');
  });

  it('apply to the project, and deleting frees space', async () => {
    const whole = new Uint8Array(serverStorage.bytes.file);
    const assets = [];
    for (let size = 0; size + whole.length <= serverStorage.bytes.project; size += whole.length) {
      const asset = await bench.create();
      await bench.put(asset.urls[0] ?? '', whole);
      assets.push(asset);
    }
    const { urls } = await bench.create();
    expect(await rejection(bench.put(urls[0] ?? '', whole))).toBe('413 sandbox::storagefull');
    await bench.platform('assets-delete', { assetId: assets[0]?.id ?? '' });
    await expect(bench.put(urls[0] ?? '', whole)).resolves.toBeTypeOf('string');
  });

  it('hold for parts and assets', async () => {
    const tooMany = bench.create({ uploadParts: limits.files.parts + 1 });
    expect(await rejection(tooMany)).toBe('413 sandbox::toomanyparts');
    const { urls } = await bench.create({ uploadParts: limits.files.parts });
    expect(new Set(urls).size).toBe(limits.files.parts);
    for (let count = 1; count < 50; count += 1) await bench.create();
    expect(await rejection(bench.create())).toBe('429 sandbox::toomany');
  });
});

describe('a file in several parts', () => {
  /** Parts in store, and their ETags. */
  async function parts(...texts: string[]) {
    const { id, urls } = await bench.create({ uploadParts: texts.length });
    const etags = await Promise.all(
      texts.map((text, index) => bench.put(urls[index] ?? '', bytesOf(text))),
    );
    return { id, urls, etags };
  }

  it('is queued, merged and then deployable', async () => {
    const { sandbox } = bench;
    const { id, etags } = await parts('one,', 'two,', 'three');
    await bench.complete(id, etags);
    expect(await bench.status(id)).toBe('queued');
    sandbox.now += limits.files.queueing;
    expect(await bench.status(id)).toBe('merging');
    sandbox.now += limits.files.merging;
    expect(await bench.read(id)).toMatchObject({
      assetStatus: 'deployable',
      assetSize: 13,
      assetChecksum: sha256('one,two,three'),
    });
    expect(await rejection(bench.platform('assets-retry', { assetId: id }))).toBe(
      '409 sandbox::notmergefailed',
    );
    // The clock was set back.
    sandbox.now -= hour;
    expect(await bench.status(id)).toBe('deployable');
  });

  it('fails to merge without a part, until that is uploaded and it is tried again', async () => {
    const { sandbox } = bench;
    const { id, urls } = await bench.create({ uploadParts: 2 });
    const first = await bench.put(urls[0] ?? '', bytesOf('one,'));
    await bench.complete(id, [first, sha256('two')]);
    expect(await rejection(bench.put(urls[1] ?? '', bytesOf('two')))).toBe(
      '409 sandbox::uploadcompleted',
    );
    const merge = () => (sandbox.now += limits.files.queueing + limits.files.merging);
    const retry = () => bench.platform('assets-retry', { assetId: id });
    merge();
    expect(await bench.status(id)).toBe('mergefailed');
    await retry();
    expect(await bench.status(id)).toBe('queued');
    merge();
    expect(await bench.status(id)).toBe('mergefailed');
    await bench.put(urls[1] ?? '', bytesOf('two'));
    await retry();
    expect(await rejection(retry())).toBe('409 sandbox::notmergefailed');
    merge();
    expect(await bench.read(id)).toMatchObject({
      assetStatus: 'deployable',
      assetChecksum: sha256('one,two'),
    });
  });

  it('fails to merge when an ETag is that of other bytes', async () => {
    const { id, etags } = await parts('one', 'two');
    await bench.complete(id, [...etags].reverse());
    bench.sandbox.now += 2000;
    expect(await bench.status(id)).toBe('mergefailed');
  });

  it('merges after the part with another ETag was put again', async () => {
    const { id, urls } = await bench.create({ uploadParts: 2 });
    const [one = '', two = ''] = urls;
    const first = await bench.put(one, bytesOf('one,'));
    await bench.put(two, bytesOf('two'));
    await bench.complete(id, [first, 'mistyped']);
    bench.sandbox.now += 2000;
    await bench.put(two, bytesOf('two'));
    await bench.platform('assets-retry', { assetId: id });
    bench.sandbox.now += 2000;
    expect(await bench.status(id)).toBe('deployable');
  });

  it('must name each part once', async () => {
    const { id, etags } = await parts('one', 'two');
    const [first = '', second = ''] = etags;
    for (const named of [
      [
        [1, first],
        [1, first],
        [2, second],
      ],
      [
        [0, first],
        [1, first],
        [2, second],
      ],
      [
        [1, first],
        [2, second],
        [3, second],
      ],
    ] as const) {
      const body = {
        assetId: id,
        parts: named.map(([partNumber, etag]) => ({ partNumber, etag })),
      };
      expect(await rejection(bench.platform('post-assets-complete-upload', body))).toBe(
        '400 generic::malformedrequest',
      );
    }
    expect(await rejection(bench.complete(id))).toBe('400 generic::malformedrequest');
    expect(await rejection(bench.complete(id, etags.slice(1)))).toBe(
      '400 generic::malformedrequest',
    );
    expect(await bench.status(id)).toBe('uploadpending');
  });

  it('has 24 hours, then its parts are removed', async () => {
    const { sandbox } = bench;
    const { id, etags } = await parts('one', 'two');
    const failing = await parts('three', 'four');
    await bench.complete(failing.id, ['a', 'b']);
    const single = await bench.create();
    await bench.put(single.urls[0] ?? '', bytesOf('stays'));
    const left = async () => {
      await sandbox.db.transaction().execute((tx) => sweepAssets(tx, sandbox.now));
      return (await sandbox.db.selectFrom('asset_parts').select('part').execute()).length;
    };
    sandbox.now += 24 * hour - 1;
    expect(await left()).toBe(5);
    sandbox.now += 1;
    expect(await rejection(bench.complete(id, etags))).toBe('409 sandbox::uploadexpired');
    expect(await rejection(bench.platform('assets-retry', { assetId: failing.id }))).toBe(
      '409 sandbox::uploadexpired',
    );
    expect(await left()).toBe(1);
    expect(await bench.complete(single.id)).toEqual({});
  });

  it('keeps the parts of a merged file', async () => {
    const { sandbox } = bench;
    const { id, etags } = await parts('one', 'two');
    await bench.complete(id, etags);
    sandbox.now += 48 * hour;
    await sandbox.db.transaction().execute((tx) => sweepAssets(tx, sandbox.now));
    expect(await sandbox.db.selectFrom('asset_parts').select('part').execute()).toHaveLength(2);
    expect(await bench.status(id)).toBe('deployable');
  });
});
