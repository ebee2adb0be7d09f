import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../src/limits.ts';
import { createSocketFolder } from '../../src/sandbox/launch.ts';
import type { SandboxState, SandboxUpstream } from '../../src/sandbox/process.ts';
import { exchange, listen, statusOf } from '../support/raw-http.ts';
import { buildApp } from '../../src/app.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';

// One test sends as many requests as the limit allows.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const patience = { timeout: 20_000, interval: 10 };

/** A server that replaces the sandbox process and that a test controls. */
class FakeUpstream implements SandboxUpstream {
  readonly restarts = 0;
  readonly report = undefined;
  state: SandboxState = { kind: 'ready' };
  /** Ends the start. */
  settle: () => void = () => undefined;
  readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve;
  });
  readonly server: Server = createServer();
  private readonly folder = createSocketFolder();
  readonly socketPath = this.folder.socketPath;

  start = () => undefined;
  disconnectClients = () => Promise.resolve();
  stop = () => Promise.resolve();

  async listen(): Promise<void> {
    this.server.listen(this.socketPath);
    await once(this.server, 'listening');
  }

  /** The next request. */
  async next(): Promise<[IncomingMessage, ServerResponse]> {
    return (await once(this.server, 'request')) as [IncomingMessage, ServerResponse];
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.folder.remove();
  }
}

let site = '';
let app: FastifyInstance;
let upstream: FakeUpstream;
let port = 0;

async function serve(trustProxy: boolean, startWait?: number): Promise<void> {
  upstream = new FakeUpstream();
  await upstream.listen();
  site = await writeFixtureSite();
  app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy,
    logLevel: 'silent',
    pressure: { eventLoopDelay: Infinity },
    sandbox: { upstream, ...(startWait !== undefined && { startWait }) },
  });
  port = await listen(app);
}

afterEach(async () => {
  upstream.close();
  await app.close();
  await rm(site, { recursive: true, force: true });
});

const openRequest = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  request({ host: '127.0.0.1', port, method, path, headers, agent: false });

async function responseOf(sent: ReturnType<typeof openRequest>) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, body: await text(response) };
}

it('a request gets 503 when the sandbox takes too long to start', async () => {
  await serve(false, 1);
  upstream.state = { kind: 'starting' };
  const sent = openRequest('POST', '/sandbox/x');
  sent.end();
  const { response, body } = await responseOf(sent);
  expect(response.statusCode).toBe(503);
  expect(JSON.parse(body)).toMatchObject({ reasonCode: 'sandbox::starting' });
});

describe('a request to the sandbox', () => {
  beforeEach(() => serve(false));

  it('identifies the client itself, whatever it claims, and keeps its Host', async () => {
    const sent = openRequest('GET', '/sandbox/x?y=1', {
      host: 'docs.example.org:8443',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example.org',
      forwarded: 'for=203.0.113.9',
      connection: 'x-secret',
      'x-secret': 'hop',
      accept: 'a/b',
    });
    sent.end();
    const [got, reply] = await upstream.next();
    expect(got.url).toBe('/sandbox/x?y=1');
    expect(got.headers).toMatchObject({
      host: 'docs.example.org:8443',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      accept: 'a/b',
    });
    for (const name of ['x-forwarded-host', 'forwarded', 'x-secret']) {
      expect(got.headers).not.toHaveProperty(name);
    }
    reply.writeHead(201, { 'x-own': '1', 'set-cookie': ['a', 'b'] }).end('body');
    const { response, body } = await responseOf(sent);
    expect([response.statusCode, response.headers['x-own'], body]).toEqual([201, '1', 'body']);
    expect(response.headers['set-cookie']).toEqual(['a', 'b']);
  });

  it('is canceled when its client disconnects', async () => {
    const sent = openRequest('GET', '/sandbox/x');
    sent.on('error', () => undefined).end();
    const [got] = await upstream.next();
    const closed = once(got.socket, 'close');
    sent.destroy();
    await closed;
  });

  it('releases its slot when its client disconnects', async () => {
    const { client } = limits.sandbox.concurrency;
    const sent = Array.from({ length: client }, () => openRequest('GET', '/sandbox/x'));
    let count = 0;
    const all = new Promise<void>((resolve) => {
      upstream.server.on('request', () => {
        count += 1;
        if (count === client) resolve();
      });
    });
    for (const each of sent) each.on('error', () => undefined).end();
    await all;
    const rejected = openRequest('GET', '/sandbox/x');
    rejected.end();
    const { response, body } = await responseOf(rejected);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(body)).toMatchObject({ reasonCode: 'sandbox::toomanyinflight' });
    for (const each of sent) each.destroy();
    upstream.server.removeAllListeners('request');
    upstream.server.on('request', (_request, reply) => reply.end('free'));
    await vi.waitFor(async () => {
      const again = openRequest('GET', '/sandbox/x');
      again.end();
      expect((await responseOf(again)).body).toBe('free');
    }, patience);
  });

  it('gets 502 when the process exits before it responds', async () => {
    const sent = openRequest('POST', '/sandbox/x', { 'content-length': 2 });
    sent.end('{}');
    const [got] = await upstream.next();
    got.socket.destroy();
    const { response, body } = await responseOf(sent);
    expect(response.statusCode).toBe(502);
    expect(JSON.parse(body)).toMatchObject({ reasonCode: 'sandbox::interrupted' });
  });

  it('is cut when the process exits during its response', async () => {
    const sent = openRequest('GET', '/sandbox/x');
    sent.end();
    const [got, reply] = await upstream.next();
    reply.writeHead(200, { 'content-length': 100 });
    reply.write('part');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const failed = text(response).catch((error: unknown) => (error as Error).message);
    got.socket.destroy();
    expect(await failed).toBe('aborted');
  });

  it('gets 503 when no process listens, and when the sandbox is not ready', async () => {
    upstream.state = { kind: 'restarting', startsAt: Date.now() + 7_500 };
    const early = openRequest('POST', '/sandbox/x');
    early.end();
    const first = await responseOf(early);
    expect([first.response.statusCode, first.response.headers['retry-after']]).toEqual([503, '10']);
    upstream.state = { kind: 'ready' };
    upstream.close();
    const late = openRequest('POST', '/sandbox/x', { connection: 'keep-alive' });
    // The server closes the connection instead of reading all of it.
    late.on('error', () => undefined);
    late.end(Buffer.alloc(1_000_000));
    const second = await responseOf(late);
    const { statusCode, headers } = second.response;
    expect([statusCode, headers.connection]).toEqual([503, 'close']);
    expect(JSON.parse(second.body)).toMatchObject({ reasonCode: 'sandbox::restarting' });
  });

  it('waits while the sandbox starts', async () => {
    upstream.state = { kind: 'starting' };
    const arrived = once(app.server, 'request');
    const sent = openRequest('POST', '/sandbox/x', { 'content-type': 'text/plain' });
    sent.end('body');
    await arrived;
    const forwarded = upstream.next();
    upstream.state = { kind: 'ready' };
    upstream.settle();
    const [got, reply] = await forwarded;
    expect(await text(got)).toBe('body');
    reply.end('created');
    expect(await responseOf(sent)).toMatchObject({ body: 'created' });
  });

  it('gets the reason when the sandbox cannot start', async () => {
    upstream.state = { kind: 'starting' };
    const arrived = once(app.server, 'request');
    const sent = openRequest('POST', '/sandbox/x');
    sent.end();
    await arrived;
    upstream.state = { kind: 'unusable', reason: 'No store.', startsAt: Date.now() };
    upstream.settle();
    const { body } = await responseOf(sent);
    expect(JSON.parse(body)).toMatchObject({ reasonCode: 'sandbox::unusable' });
  });

  it('gets a response that arrives before its body is sent', async () => {
    const sent = openRequest('POST', '/sandbox/x', { 'content-length': 8_000_000 });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(500_000));
    const [, reply] = await upstream.next();
    reply.writeHead(413).end('too much');
    const { response, body } = await responseOf(sent);
    expect([response.statusCode, response.headers.connection, body]).toEqual([
      413,
      'close',
      'too much',
    ]);
    sent.destroy();
  });

  it('streams a large body', async () => {
    const size = 8_000_000;
    const sent = openRequest('PUT', '/sandbox/files/x', { 'content-length': size });
    sent.write(Buffer.alloc(1, 'a'));
    // The process has the request before its body is complete.
    const [got, reply] = await upstream.next();
    expect(got.headers['content-length']).toBe(String(size));
    sent.end(Buffer.alloc(size - 1, 'a'));
    reply.end(String((await text(got)).length));
    expect((await responseOf(sent)).body).toBe(String(size));
  });
});

describe('behind a trusted proxy', () => {
  beforeEach(() => serve(true));

  it('uses the client that the proxy names', async () => {
    const sent = openRequest('GET', '/sandbox/x', {
      host: 'inner',
      'x-forwarded-for': '10.0.0.1, 203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'docs.example.org',
    });
    sent.end();
    const [got, reply] = await upstream.next();
    expect(got.headers).toMatchObject({
      host: 'docs.example.org',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    });
    reply.end();
    await responseOf(sent);
  });
});

describe('a WebSocket', () => {
  beforeEach(() => serve(false));
  const handshake = [
    'GET /sandbox/mqtt HTTP/1.1',
    'Host: docs.example.org',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'X-Forwarded-For: 203.0.113.9',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');

  it('passes bytes both ways, and closes with either side', async () => {
    const upgraded = once(upstream.server, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>;
    const client = connect(port, '127.0.0.1');
    client.write(`${handshake}first`);
    const [got, inner, head] = await upgraded;
    expect(got.headers).toMatchObject({
      host: 'docs.example.org',
      'x-forwarded-for': '127.0.0.1',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    });
    const received: Buffer[] = [head];
    inner.on('data', (part: Buffer) => received.push(part));
    inner.write('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
    const [response] = (await once(client, 'data')) as [Buffer];
    expect(response.toString()).toContain('101');
    client.write('second');
    await vi.waitFor(
      () => expect(Buffer.concat(received).toString()).toBe('firstsecond'),
      patience,
    );
    const closed = once(client, 'close');
    inner.end('bye');
    await closed;
  });

  it('closes at the process when its client resets the connection', async () => {
    const upgraded = once(upstream.server, 'upgrade') as Promise<[IncomingMessage, Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write(handshake);
    const [, inner] = await upgraded;
    inner.on('error', () => undefined).resume();
    const ended = once(inner, 'end');
    client.resetAndDestroy();
    await ended;
    inner.destroy();
  });

  it('gets 503 when no sandbox listens', async () => {
    upstream.state = { kind: 'restarting', startsAt: Date.now() };
    const away = await exchange(port, handshake);
    expect(statusOf(away)).toBe(503);
    expect(away).toMatch(/^retry-after: \d+\r$/m);
    upstream.state = { kind: 'ready' };
    upstream.close();
    expect(statusOf(await exchange(port, handshake))).toBe(503);
  });

  it('is rejected above the limit of its client', async () => {
    upstream.server.on('upgrade', (_request, inner: Socket) => {
      inner.on('error', () => undefined).resume();
      inner.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    const clients = Array.from({ length: limits.sandbox.webSockets.client }, () =>
      connect(port, '127.0.0.1'),
    );
    await Promise.all(
      clients.map((client) => {
        client.write(handshake);
        return once(client, 'data');
      }),
    );
    expect(statusOf(await exchange(port, handshake))).toBe(429);
    for (const client of clients) client.destroy();
  });
});
