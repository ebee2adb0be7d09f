import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { deferred } from '../support/deferred.ts';
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

  it('are held of so many at once, of one client and of all', async () => {
    const url = await uploadUrl();
    const { client, all } = limits.uploads;
    const addressOf = (index: number) => `203.0.113.${Math.floor(index / client)}`;
    const held = [];
    for (let count = 0; count < all; count += 1) {
      held.push(await begin(url, addressOf(count)));
      if (count !== client - 1) continue;
      const { statusCode, headers, body } = await put(
        url,
        addressOf(count),
        Buffer.from('one more'),
      );
      expect([statusCode, headers['retry-after']]).toEqual([429, '5']);
      expect(body).toContain(`${client} uploads in flight`);
    }
    const busy = await put(url, '203.0.113.99', Buffer.from('one more'));
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '5']);
    expect(busy.json()).toMatchObject({ reasonCode: 'sandbox::toomanyuploads' });

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
