import type { KyselyPlugin } from 'kysely';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits, serverStorage } from '../../src/core/limits.ts';
import { signAddress } from '../../src/core/file-address.ts';
import { Workload } from '../../src/core/workload.ts';
import { ReadLimiter, Turns } from '../../src/core/read-limiter.ts';
import { fileRoutes } from '../../src/http/files.ts';
import type { HttpRequest } from '../../src/http/request.ts';
import type { Reply } from '../../src/http/response.ts';
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

interface Get {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly client?: string;
}

/** Returns a function that downloads from the store of a sandbox. */
function downloader(sandbox: TestSandbox): (url: string, get?: Get) => Promise<Reply> {
  const clock = { now: () => sandbox.now };
  const { db, fileKey } = sandbox;
  const reads = new ReadLimiter(new Turns(setImmediate), clock);
  const { download } = fileRoutes({
    db: db.withPlugin(meter),
    fileKey,
    storage: serverStorage,
    clock,
    reads,
    work: new Workload(1, setImmediate),
  });
  return async (path, { client = 'a', ...init } = {}) => {
    const request: HttpRequest = new Request(`http://localhost${path}`, init);
    const url = new URL(request.url);
    const rest = { base: '', entry: undefined, api: undefined, reqId: undefined };
    const context = { ...rest, request, url, client, path: url.pathname, headers: {} };
    const { GET } = download.methods;
    if (!GET) throw new Error('files cannot be downloaded');
    return GET(context);
  };
}

const bodyOf = ({ body }: Reply) => new Response(body);

describe('downloads of a file in three parts', () => {
  let bench: OtaBench;
  let url: string;
  let get: ReturnType<typeof downloader>;

  beforeAll(async () => {
    bench = await OtaBench.open();
    const { sandbox, project } = bench;
    get = downloader(sandbox);
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
  afterAll(() => bench.sandbox.close());

  it.each([
    ['bytes=0-0', 'a'],
    ['bytes=3-4', 'de'],
    ['bytes=4-7', 'efgh'],
    ['bytes=2-8', 'cdefghi'],
    ['bytes=-1', 'j'],
    ['bytes=0-', 'abcdefghij'],
  ])('read what %s asks for, and no more', async (range, text) => {
    const reply = await get(url, { headers: { range } });
    expect([reply.status, await bodyOf(reply).text(), read]).toEqual([206, text, text.length]);
  });

  it('read the whole file without a range', async () => {
    const reply = await get(url);
    expect([reply.status, await bodyOf(reply).text(), read]).toEqual([200, 'abcdefghij', 10]);
  });

  it('read nothing for HEAD', async () => {
    const { status, headers } = await get(url, { method: 'HEAD' });
    expect([status, headers['content-length'], read]).toEqual([200, '10', 0]);
  });
});

describe('downloads of a large file', () => {
  const size = 4_000_000;
  let bench: OtaBench;
  let get: (client: string) => Promise<Reply>;

  beforeEach(async () => {
    read = 0;
    bench = await OtaBench.open();
    const { sandbox, project } = bench;
    const { id, urls } = await bench.create();
    await bench.put(urls[0] ?? '', new Uint8Array(size).fill(1));
    await bench.complete(id);
    const place = { kind: 'download', projectId: project, assetId: id } as const;
    const url = await signAddress(sandbox.fileKey, '/files', place, sandbox.now + hour);
    const download = downloader(sandbox);
    get = (client) => download(url, { client });
  });
  afterEach(() => bench.sandbox.close());

  it('are read as the client takes them', async () => {
    const { body } = await get('a');
    expect(read).toBe(0);
    let taken = 0;
    for await (const chunk of Readable.fromWeb(body as ReadableStream, { highWaterMark: 0 })) {
      taken += (chunk as Uint8Array).length;
      expect(read).toBe(taken);
    }
    expect(taken).toBe(size);
  });

  it('are as many at once as one client may have, and give their places back', async () => {
    const { client } = limits.downloads;
    const open = await Promise.all(Array.from({ length: client }, () => get('client 0')));
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
    await expect(get('client 0')).rejects.toMatchObject({ status: 429 });
    const [first, ...others] = open.map(bodyOf);
    expect(await first?.arrayBuffer()).toHaveProperty('byteLength', size);
    expect((await get('client 0')).status).toBe(200);
    for (const { body } of others) await body?.cancel();
    expect((await get('client 0')).status).toBe(200);
  });

  it('are as many as all may have, and the client with the most loses its oldest to another one', async () => {
    const { client, all } = limits.downloads;
    const reserved = Math.floor(all / 16);
    const nameOf = (index: number) => `client ${Math.floor(index / client)}`;
    const open: Reply[] = [];
    while (open.length < all - reserved) open.push(await get(nameOf(open.length)));
    for (let count = 0; count < reserved; count += 1) {
      expect((await get(`new ${count}`)).status).toBe(200);
    }
    expect((await get('another client')).status).toBe(200);
    const [lost, kept] = open.map(bodyOf);
    await expect(lost?.arrayBuffer()).rejects.toThrow('for one of another client');
    expect(await kept?.arrayBuffer()).toHaveProperty('byteLength', size);
  });

  it('are charged for', async () => {
    const { cost, bytesPerRow } = limits.reads;
    const count = Math.floor((cost.burst * bytesPerRow) / size);
    for (let left = count; left > 0; left -= 1) await bodyOf(await get('a')).body?.cancel();
    await expect(get('a')).rejects.toMatchObject({ status: 429 });
  });
});
