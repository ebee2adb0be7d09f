import { once } from 'node:events';
import type { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signAddress } from '../../src/core/ota/files.ts';
import { limits } from '../../src/core/limits.ts';
import { addDownloads } from '../../src/http/files.ts';
import { ReadLimiter, Turns } from '../../src/reads/read-limiter.ts';
import { bytesOf, hour, OtaBench } from '../support/ota-bench.ts';
import type { TestSandbox } from '../support/sandbox.ts';

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

/** Adds the downloads of a sandbox; the header `x-client` is the client address. */
function addFiles(app: FastifyInstance, sandbox: TestSandbox): void {
  const clock = { now: () => sandbox.now };
  const { db, fileKey } = sandbox;
  const reads = new ReadLimiter(new Turns(setImmediate), clock);
  addDownloads(app, { db: db.withPlugin(meter), fileKey, clock, reads }, '', ({ headers }) =>
    String(headers['x-client']),
  );
}

describe('downloads of a file in three parts', () => {
  const app = Fastify();
  let bench: OtaBench;
  let url: string;

  beforeAll(async () => {
    bench = await OtaBench.open();
    const { sandbox, project } = bench;
    addFiles(app, sandbox);
    const { fileKey } = sandbox;
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

describe('downloads of a large file', () => {
  const size = 4_000_000;
  let app: FastifyInstance;
  let bench: OtaBench;
  let url: string;

  beforeEach(async () => {
    read = 0;
    app = Fastify();
    bench = await OtaBench.open();
    const { sandbox, project } = bench;
    addFiles(app, sandbox);
    const { id, urls } = await bench.create();
    await bench.put(urls[0] ?? '', new Uint8Array(size).fill(1));
    await bench.complete(id);
    const place = { kind: 'download', projectId: project, assetId: id } as const;
    url = await signAddress(sandbox.fileKey, '/files', place, sandbox.now + hour);
  });
  afterEach(async () => {
    await app.close();
    await bench.sandbox.close();
  });

  const get = (client: string) =>
    app.inject({ url, headers: { 'x-client': client }, payloadAsStream: true });

  async function bytesIn(stream: Readable): Promise<number> {
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    return bytes;
  }

  it('are read as the client takes them', async () => {
    const stream = (await get('a')).stream();
    await once(stream, 'readable');
    expect(read).toBeLessThan(size / 2);
    expect(await bytesIn(stream)).toBe(size);
    expect(read).toBe(size);
  });

  it('are as many at once as one client and all may have, and give their places back', async () => {
    const { client, all } = limits.downloads;
    const open = await Promise.all(
      Array.from({ length: all }, (_, index) => get(`client ${Math.floor(index / client)}`)),
    );
    expect(new Set(open.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const rejections = await Promise.all([get('client 0'), get('another client')]);
    expect(rejections.map(({ statusCode }) => statusCode)).toEqual([429, 503]);
    const [first, ...others] = open;
    for (const download of others) download.stream().destroy();
    expect(first && (await bytesIn(first.stream()))).toBe(size);
    // A slot is free when the server has seen the connection close.
    const status = async () => (await get('another client')).statusCode;
    await expect.poll(status, { timeout: 60_000 }).toBe(200);
  });

  it('are charged for', async () => {
    const { cost, bytesPerRow } = limits.reads;
    const count = Math.floor((cost.burst * bytesPerRow) / size);
    for (let left = count; left > 0; left -= 1) (await get('a')).stream().destroy();
    const rejected = await get('a');
    expect(rejected.statusCode).toBe(429);
  });
});
