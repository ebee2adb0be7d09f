import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useApp } from './support/app.ts';
import { large } from './support/fixture-site.ts';
import { exchange, getRequest, listen, statusOf } from './support/raw-http.ts';

const harness = useApp({ timeouts: { headersTimeout: 100, connectionsCheckingInterval: 20 } });
// Below the default limit of 10 s: a server that ignores the option fails these tests.
vi.setConfig({ testTimeout: 8_000 });
const addressOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

describe('a client that does not finish its headers', () => {
  // RFC 9110, 15.5.9: 408, then the connection closes; `exchange` resolves at its close event.
  it.each(['GET', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: a'])(
    'is cut after %j',
    async (start) => {
      expect(statusOf(await exchange(port, start))).toBe(408);
    },
  );

  it('is cut even when it sends a byte at a time', async () => {
    const closed = new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nX-Slow: '));
      const drip = setInterval(() => socket.write('a'), 10);
      socket.resume().on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(drip);
        resolve();
      });
    });
    await expect(closed).resolves.toBeUndefined();
  });

  it('does not block others', async () => {
    const idle = Array.from({ length: 200 }, () => exchange(port, 'GET / HTTP/1.1\r\n'));
    expect(statusOf(await exchange(port, getRequest('/healthz')))).toBe(200);
    expect(new Set((await Promise.all(idle)).map(statusOf))).toEqual(new Set([408]));
  });
});

describe('a client that reads nothing', () => {
  const stalling = useApp({ connections: { stalled: 0, bytesPerSecond: Infinity } });

  it.each([large.path, '/guide/'])('is cut for %s and does not block others', async (path) => {
    const { app } = stalling;
    const before = app.connections.cuts.get('stalled') ?? 0;
    const stuckPort = app.server.listening ? addressOf(app) : await listen(app);
    // Kernel buffers hold a whole page for a client on the same machine.
    app.server.once('connection', (own: Socket) =>
      Object.assign(own, { _write: () => undefined, _writev: null }),
    );
    const stuck = connect(stuckPort, '127.0.0.1', () => {
      stuck.write(getRequest(path));
    });
    const closed = new Promise((resolve) =>
      stuck.on('error', () => undefined).on('close', resolve),
    );
    await vi.waitFor(
      () => {
        app.connections.check();
        expect(app.connections.cuts.get('stalled')).toBe(before + 1);
      },
      { timeout: 7_000, interval: 5 },
    );
    await closed;
    expect(statusOf(await exchange(stuckPort, getRequest('/healthz')))).toBe(200);
  });
});
