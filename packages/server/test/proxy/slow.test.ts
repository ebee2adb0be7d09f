import { connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exchange, statusOf } from '../support/raw-http.ts';
import { rawRequest } from './support/raw-request.ts';
import { type ProxyHarness, useProxy } from './support/proxy-harness.ts';

const proxy = useProxy({
  timeouts: { headersTimeout: 400, requestTimeout: 600, connectionsCheckingInterval: 20 },
  proxy: { timeouts: { connect: 1_000, total: 1_000 }, concurrency: { all: 4, client: 4 } },
});
// Below every default limit: a server that ignores the options fails these tests.
vi.setConfig({ testTimeout: 8_000 });

async function countOf(outcome: string, { app }: ProxyHarness = proxy): Promise<number> {
  const { body } = await app.inject('/metrics');
  return Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
}

/** Milliseconds that a busy machine may need. */
const patience = 3_000;

/** Waits until the outcome is counted once more, because the client may see it before the server counts it. */
const expectOneMore = (outcome: string, before: number, from = proxy) =>
  vi.waitFor(async () => expect(await countOf(outcome, from)).toBe(before + 1), patience);

/** Sends bytes and returns the socket, which the caller must close. */
const open = (bytes: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(proxy.port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1');
      resolve(socket);
    });
    socket.on('error', () => undefined);
  });
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()));

/**
 * Makes a server socket accept no more data. Kernel buffers hold a whole response for a client on the same
 * machine, so a client that reads nothing has no effect here.
 */
const fillBuffers = (own: Socket) => Object.assign(own, { _write: () => undefined, _writev: null });

/** Below the limit of a response; twice as much is above it. */
const large = Buffer.alloc(4_900_000);
let requests = 0;
beforeEach(() => {
  requests = proxy.upstream.requests;
  proxy.upstream.handler = (_request, response) => response.end('{}');
});

describe('a client that sends slowly', () => {
  it.each([
    ['a body that stops', rawRequest({ headers: ['Content-Length: 100'], body: '{' })],
    [
      'chunks that stop',
      rawRequest({ headers: ['Transfer-Encoding: chunked'], body: '1\r\n{\r\n' }),
    ],
  ])('%s is cut, and nothing is forwarded', async (_case, bytes) => {
    expect(statusOf(await exchange(proxy.port, bytes))).toBe(408);
    expect(proxy.upstream.requests).toBe(requests);
  });

  it('a byte at a time is cut too', async () => {
    const socket = await open(rawRequest({ headers: ['Content-Length: 100000'], body: '{' }));
    const drip = setInterval(() => socket.write('a'), 10);
    await closed(socket.resume());
    clearInterval(drip);
    expect(proxy.upstream.requests).toBe(requests);
  });
});

describe('a client that reads slowly', () => {
  it('is cut after the total time, together with the upstream request', async () => {
    proxy.upstream.handler = (_request, response) => response.end(large);
    const before = await countOf('upstream_timeout');
    proxy.app.server.once('connection', fillBuffers);
    const socket = await open(rawRequest());
    await closed(socket.resume());
    await expectOneMore('upstream_timeout', before);
    await vi.waitFor(() => expect(proxy.upstream.open).toBe(0), patience);
    expect(proxy.upstream.connections).toBe(1);
  });
});

describe('a client that reads nothing', () => {
  it('is cut after the host has finished', async () => {
    const before = await countOf('upstream_timeout');
    proxy.app.server.once('connection', fillBuffers);
    const socket = await open(rawRequest());
    await closed(socket.resume());
    await expectOneMore('upstream_timeout', before);
  });
});

describe('a host that responds slowly', () => {
  it('a byte at a time is cut after the total time, which the client can detect', async () => {
    let drip: NodeJS.Timeout | undefined;
    proxy.upstream.handler = (_request, response) => {
      drip = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(drip));
    };
    const response = await exchange(proxy.port, rawRequest());
    clearInterval(drip);
    expect(statusOf(response)).toBe(200);
    expect(response.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('and closes early is cut, which the client can detect', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a', () => setImmediate(() => response.destroy()));
    };
    const before = await countOf('upstream_broken');
    const response = await exchange(proxy.port, rawRequest());
    if (statusOf(response) === 200) expect(response.split('\r\n\r\n')[1]).toBe('a');
    else expect(statusOf(response)).toBe(502);
    await expectOneMore('upstream_broken', before);
  });
});

describe('a host that sends too much', () => {
  // On a busy machine, the response can take longer than the total time above.
  const patient = useProxy();

  it('is cut at the size limit, which the client can detect', async () => {
    patient.upstream.handler = (_request, response) => {
      response.write(large);
      response.end(large);
    };
    const before = await countOf('response_too_large', patient);
    const response = await exchange(patient.port, rawRequest());
    expect(statusOf(response)).toBe(200);
    expect(response.length).toBeLessThan(5_200_000);
    expect(response.endsWith('0\r\n\r\n')).toBe(false);
    await expectOneMore('response_too_large', before, patient);
  });
});

describe('a client that disconnects', () => {
  it('cancels the upstream request, before and during the response', async () => {
    const gone = await countOf('client_gone');
    for (const begin of [() => undefined, (write: () => void) => write()]) {
      let cut = false;
      const before = proxy.upstream.requests;
      proxy.upstream.handler = (_request, response) => {
        response.on('close', () => (cut = true));
        begin(() => response.write('a'));
      };
      const socket = await open(rawRequest());
      await vi.waitFor(() => expect(proxy.upstream.requests).toBe(before + 1), patience);
      socket.destroy();
      await vi.waitFor(() => expect(cut).toBe(true), patience);
    }
    await expectOneMore('client_gone', gone + 1);
  });

  it('releases its slot', async () => {
    proxy.upstream.handler = () => undefined;
    for (let at = 0; at < 8; at += 1) {
      const before = proxy.upstream.requests;
      const gone = await countOf('client_gone');
      const socket = await open(rawRequest());
      await vi.waitFor(() => expect(proxy.upstream.requests).toBe(before + 1), patience);
      socket.destroy();
      await expectOneMore('client_gone', gone);
    }
    proxy.upstream.handler = (_request, response) => response.end('{}');
    expect(statusOf(await exchange(proxy.port, rawRequest()))).toBe(200);
  });

  it('releases the slots of pipelined requests', async () => {
    proxy.upstream.handler = () => undefined;
    for (let at = 0; at < 4; at += 1) {
      const before = proxy.upstream.requests;
      const socket = await open(rawRequest().replace('Connection: close\r\n', '').repeat(3));
      await vi.waitFor(() => expect(proxy.upstream.requests).toBe(before + 1), patience);
      const gone = await countOf('client_gone');
      socket.resetAndDestroy();
      await expectOneMore('client_gone', gone);
    }
    proxy.upstream.handler = (_request, response) => response.end('{}');
    expect(statusOf(await exchange(proxy.port, rawRequest()))).toBe(200);
  });
});
