import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { limits, serverStorage } from '../../src/core/limits.ts';
import { ReadLimiter, Turns } from '../../src/core/read-limiter.ts';
import { Workload } from '../../src/core/workload.ts';
import { fileRoutes } from '../../src/http/files.ts';
import type { HttpRequest } from '../../src/http/request.ts';
import { deferred } from '../support/deferred.ts';
import { OtaBench } from '../support/ota-bench.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('bodies of uploads', () => {
  const harness = useHttpSandbox();

  async function uploadUrl(): Promise<string> {
    const { body } = await harness.http.platform('/assets/create', harness.project.apiKey, {
      assetIdentifier: 'firmware',
      assetVersion: '1',
      assetSigned: false,
    });
    const [first] = body.uploadUrls as { url: string }[];
    return new URL(first?.url ?? '').href.slice('http://localhost'.length);
  }

  const put = (url: string, remoteAddress: string, payload: Readable | Buffer) =>
    harness.http.app.inject({
      method: 'PUT',
      url,
      remoteAddress,
      payload,
      headers: { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
    });

  /** Begins an upload. @returns once its body is asked for */
  async function begin(url: string, address: string) {
    const asked = deferred();
    const payload = new Readable({ read: () => asked.resolve() });
    const response = put(url, address, payload);
    await asked.promise;
    return { payload, response };
  }

  it('hold no slot while they are sent slowly', async () => {
    const url = await uploadUrl();
    const { client, all } = limits.uploads;
    const addressOf = (index: number) => `203.0.113.${Math.floor(index / client)}`;
    const held = [];
    for (let count = 0; count < all - Math.floor(all / 16); count += 1) {
      held.push(await begin(url, addressOf(count)));
    }
    // Neither their client nor another one is kept out.
    for (const address of [addressOf(0), '203.0.113.99']) {
      expect((await put(url, address, Buffer.from('one more'))).statusCode).toBe(200);
    }

    const [gone, ...others] = held;
    gone?.payload.destroy(new Error('the client disconnected'));
    await expect(gone?.response).rejects.toThrow('the client disconnected');
    for (const { payload } of others) payload.push(null);
    for (const { response } of others) expect((await response).statusCode).toBe(200);
    // Every slot is free again.
    const again = await Promise.all(
      held.map((_, index) => put(url, addressOf(index), Buffer.of())),
    );
    expect(new Set(again.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('hold so many slots at once when they have arrived, of one client and of all', async () => {
    const bench = await OtaBench.open();
    const { sandbox } = bench;
    const clock = { now: () => sandbox.now };
    const work = new Workload(1, setImmediate);
    const { upload: route } = fileRoutes({
      db: sandbox.db,
      fileKey: sandbox.fileKey,
      storage: serverStorage,
      clock,
      reads: new ReadLimiter(new Turns(setImmediate), clock),
      work,
    });
    const { urls } = await bench.create();
    const { pathname, search } = new URL(urls[0] ?? '');
    const path = pathname.slice('/sandbox'.length);
    const upload = (client: string) => {
      const url = new URL(`http://localhost${path}${search}`);
      const request: HttpRequest = new Request(url, { method: 'PUT', body: 'text' });
      const state = { base: undefined, entry: undefined, api: undefined, reqId: undefined };
      return Promise.resolve(
        route.methods.PUT?.({ request, url, path, client, headers: {}, ...state }),
      );
    };

    // Nothing is stored until the work of another client ends.
    const other = deferred();
    const blocking = work.run('other', () => other.promise);
    const run = vi.spyOn(work, 'run');
    /** Resolves when each upload has its slot. */
    const arrived = () => vi.waitFor(() => expect(run).toHaveBeenCalledTimes(held.length));
    const { client, all } = limits.uploads;
    const reserved = Math.floor(all / 16);
    const held: ReturnType<typeof upload>[] = [];
    for (let count = 0; count < all - reserved; count += 1) {
      held.push(upload(`client ${Math.floor(count / client)}`));
    }
    await arrived();
    const last = `client ${Math.floor((all - reserved - 1) / client)}`;
    await expect(upload('client 0')).rejects.toMatchObject({
      status: 429,
      seconds: 5,
      reason: 'sandbox::toomanyuploads',
      message: expect.stringContaining(`${client} uploads in flight`) as string,
    });
    const busy = { status: 503, seconds: 5, reason: 'sandbox::toomanyuploads' };
    await expect(upload(last)).rejects.toMatchObject(busy);
    // Clients that hold nothing have a share.
    for (let count = 0; count < reserved; count += 1) held.push(upload(`new ${count}`));
    await arrived();
    await expect(upload('one more')).rejects.toMatchObject(busy);

    other.resolve();
    await blocking;
    const replies = await Promise.all(held);
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([200]));
    expect(await upload('client 0')).toMatchObject({ status: 200 });
    await sandbox.close();
  });

  it('are not read before the address is found right', async () => {
    const url = await uploadUrl();
    let wasRead = false;
    const never = () => new Readable({ read: () => void (wasRead = true) });
    const forged = await put(url.replace('/upload/', '/upload/x'), '203.0.113.1', never());
    expect(forged.json()).toMatchObject({ reasonCode: 'sandbox::addressforged' });
    harness.http.now += 25 * 3_600_000;
    const late = await put(url, '203.0.113.1', never());
    expect(late.json()).toMatchObject({ reasonCode: 'sandbox::addressexpired' });
    expect([forged.statusCode, late.statusCode, wasRead]).toEqual([403, 403, false]);
  });
});
