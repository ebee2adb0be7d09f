import Fastify from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signAddress } from '../../src/core/ota/files.ts';
import { addDownloads } from '../../src/http/downloads.ts';
import { bytesOf, hour, OtaBench } from '../support/ota-bench.ts';

/** Bytes of files that the store has handed out. */
let read = 0;

const meter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const { bytes } of result.rows) {
      if (bytes instanceof ArrayBuffer || bytes instanceof Uint8Array) read += bytes.byteLength;
    }
    return Promise.resolve(result);
  },
};

describe('downloads of a file in three parts', () => {
  const app = Fastify();
  let bench: OtaBench;
  let url: string;

  beforeAll(async () => {
    bench = await OtaBench.open();
    const { sandbox, project } = bench;
    const { fileKey } = sandbox;
    addDownloads(
      app,
      { db: sandbox.db.withPlugin(meter), fileKey, clock: { now: () => sandbox.now } },
      '',
    );
    const { id, urls } = await bench.create({ uploadParts: 3 });
    const etags = [];
    for (const [index, text] of ['abcd', 'efgh', 'ij'].entries()) {
      etags.push(await bench.put(urls[index] ?? '', bytesOf(text)));
    }
    await bench.complete(id, etags);
    sandbox.now += hour;
    const place = { kind: 'download', projectId: project, assetId: id } as const;
    url = await signAddress(fileKey, '/files', place, sandbox.now + hour);
  });
  beforeEach(() => {
    read = 0;
  });
  afterAll(async () => {
    await app.close();
    await bench.sandbox.close();
  });

  it.each([
    ['bytes=0-0', 'a'],
    ['bytes=3-4', 'de'],
    ['bytes=4-7', 'efgh'],
    ['bytes=2-8', 'cdefghi'],
    ['bytes=-1', 'j'],
    ['bytes=0-', 'abcdefghij'],
  ])('read what %s asks for, and no more', async (range, text) => {
    const { statusCode, body } = await app.inject({ url, headers: { range } });
    expect([statusCode, body, read]).toEqual([206, text, text.length]);
  });

  it('read the whole file without a range', async () => {
    const { statusCode, body } = await app.inject({ url });
    expect([statusCode, body, read]).toEqual([200, 'abcdefghij', 10]);
  });

  it('read nothing for HEAD', async () => {
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, headers['content-length'], read]).toEqual([200, '10', 0]);
  });
});
