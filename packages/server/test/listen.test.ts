import { get, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { listen } from '../src/app.ts';
import { useApp } from './support/app.ts';

const [first, second] = ['127.0.0.1', '127.0.0.2'];

/** Resolves a name to these addresses. */
const resolveTo =
  (...names: string[]) =>
  () =>
    Promise.resolve(names.map((address) => ({ address, family: 4 })));

const statusAt = (host: string, port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host, port, path: '/healthz', agent: false }, (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

const closed = (host: string, port: number) =>
  expect(statusAt(host, port)).rejects.toThrow('ECONNREFUSED');

describe('a server of "localhost"', () => {
  const harness = useApp();

  it('listens on every address until it is closed', async () => {
    const addresses = resolveTo(first, second, second, '203.0.113.7');
    const port = await listen(harness.app, 'localhost', 0, addresses);
    expect([await statusAt(first, port), await statusAt(second, port)]).toEqual([200, 200]);
    await harness.app.close();
    for (const address of [first, second]) await closed(address, port);
  });
});

describe('a server of "localhost" that is closed', () => {
  const harness = useApp();

  it('finishes a request in flight on the second address', async () => {
    const port = await listen(harness.app, 'localhost', 0, resolveTo(first, second));
    const body = JSON.stringify({ path: '/guide/', title: 'Guide' });
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      // RFC 9110, 10.1.1: the interim response proves that the request is in flight.
      expect: '100-continue',
    };
    const target = { host: second, port, path: '/page-views', method: 'POST', headers };
    const sent = request(target);
    const status = new Promise((resolve, reject) => {
      sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
    });
    await new Promise((resolve) => {
      sent.once('continue', resolve).flushHeaders();
    });
    const onClosed = vi.fn();
    const closing = harness.app.close().then(onClosed);
    await vi.waitFor(() => closed(second, port));
    expect(onClosed).not.toHaveBeenCalled();
    sent.end(body);
    expect(await status).toBe(204);
    await closing;
  });
});

describe('a server of "localhost" whose second address is in use', () => {
  const harness = useApp();

  it('listens on none', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, second, resolve));
    const { port } = holder.address() as AddressInfo;
    try {
      await expect(
        listen(harness.app, 'localhost', port, resolveTo(first, second)),
      ).rejects.toMatchObject({ code: 'EADDRINUSE', address: second });
      await closed(first, port);
    } finally {
      holder.close();
    }
  });
});
