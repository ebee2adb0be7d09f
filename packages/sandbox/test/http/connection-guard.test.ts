import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  closing,
  echo,
  exchange,
  get,
  serveGuarded as serve,
  statuses,
  until,
  upgrade,
} from '../support/guarded-server.ts';
import { openSocket, received, sendAndReset } from '../support/raw-socket.ts';

describe('upgrades', () => {
  it.each(['GET', 'POST', 'PUT'])(
    '%s is an ordinary request, its body included',
    async (method) => {
      const { port } = await serve({ listener: echo });
      const head = get('/a', ...upgrade('h2c'), 'Content-Length: 5').replace('GET', method);
      const response = await exchange(port, `${head}hello`);
      expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(response).toContain(`${method} /a hello\n`);
    },
  );

  // Node's parser skips the rest of the packet: a later packet would be read from the middle of a request.
  it('that are ignored are the last request of their connection', async () => {
    const { port, handled } = await serve({ listener: echo });
    const socket = await openSocket(port);
    socket.write(`${get('/1', ...upgrade('h2c'))}POST /2 HTTP/1.1\r\nHost: a\r\nX: `);
    const response = await received(socket);
    expect(response).toMatch(/^connection: close\r$/im);
    expect(handled.map(({ request }) => request.url)).toEqual(['/1']);
  });

  it('to WebSocket are handed over at their path alone', async () => {
    const { guard, port } = await serve({ listener: echo });
    guard.acceptWebSockets('/mqtt', (request, socket, head) => {
      socket.end(`taken ${request.url} ${head.toString()}`);
    });
    const to = (target: string) => get(target, ...upgrade('WebSocket'));
    expect(await exchange(port, `${to('/mqtt?a=b')}frame`)).toBe('taken /mqtt?a=b frame');
    expect(await exchange(port, to('/mqtt/'))).toContain('GET /mqtt/ \n');
    expect(await exchange(port, to('/mqtt').replace('GET', 'POST'))).toContain('POST /mqtt \n');
    expect(await exchange(port, get('/mqtt', ...upgrade('h2c')))).toContain('GET /mqtt \n');
  });

  it('to WebSocket behind a request in flight are cut', async () => {
    const { guard, port, handled } = await serve();
    let taken = 0;
    guard.acceptWebSockets('/mqtt', () => (taken += 1));
    expect(await exchange(port, get('/1') + get('/mqtt', ...upgrade('websocket')))).toBe('');
    await until(() => expect(handled.map(({ closes }) => closes)).toEqual([1]));
    expect([taken, guard.size]).toEqual([0, 0]);
  });

  it('to WebSocket take half of all connections', async () => {
    const { guard, port } = await serve({ limits: { all: 4 }, listener: echo });
    const taken: Duplex[] = [];
    guard.acceptWebSockets('/mqtt', (_request, socket) => taken.push(socket));
    const handshake = get('/mqtt', ...upgrade('websocket'));
    for (let count = 1; count <= 2; count += 1) {
      (await openSocket(port)).write(handshake);
      await until(() => expect(taken).toHaveLength(count));
    }
    const rejected = await exchange(port, handshake);
    expect(statuses(rejected)).toEqual([503]);
    expect(rejected).toMatch(/^retry-after: \d+\r$/im);
    expect(statuses(await exchange(port, get('/', closing)))).toEqual([200]);
    taken[0]?.destroy();
    await until(() => expect(guard.size).toBe(1));
    (await openSocket(port)).write(handshake);
    await until(() => expect(taken).toHaveLength(3));
  });

  it('survive a reset whatever is done with them', async () => {
    const { guard, port } = await serve({ listener: echo });
    guard.acceptWebSockets('/mqtt', (_request, socket) => void socket.write('a'.repeat(100_000)));
    for (const target of ['/', '/mqtt']) {
      for (const protocol of ['h2c', 'websocket', '']) {
        for (const method of ['GET', 'HEAD', 'POST', 'CONNECT', 'OPTIONS']) {
          const head = get(target, ...upgrade(protocol), 'Content-Length: 5');
          const form = `${head.replace('GET', method)}hello`;
          await sendAndReset(port, form);
          await sendAndReset(port, get() + form);
        }
      }
    }
    await until(() => expect(guard.size).toBe(0));
    expect(statuses(await exchange(port, get('/', closing)))).toEqual([200]);
  });
});

describe('pipelined requests (RFC 9112, 9.3.2)', () => {
  it('are handled one after the other, in order', async () => {
    const { port, handled } = await serve();
    const socket = await openSocket(port);
    socket.write(get('/1') + get('/2') + get('/3', closing));
    const responses = received(socket);
    for (let count = 1; count <= 3; count += 1) {
      await until(() => expect(handled).toHaveLength(count));
      handled.at(-1)?.response.end(String(count));
    }
    expect(statuses(await responses)).toEqual([200, 200, 200]);
    expect(handled.map(({ request }) => request.url)).toEqual(['/1', '/2', '/3']);
  });

  it('of a connection that is cut are never begun; those that were begun are told once', async () => {
    const { guard, port, handled } = await serve();
    await sendAndReset(port, get('/1') + get('/2') + get('/3'));
    await until(() => expect(guard.size).toBe(0));
    expect(handled.map(({ request, closes }) => [request.url, closes])).toEqual([['/1', 1]]);
  });

  it('are bounded', async () => {
    const { guard, port, handled } = await serve({ limits: { pipelined: 4 } });
    const socket = await openSocket(port);
    socket.write(get().repeat(4));
    await until(() => expect(handled).toHaveLength(1));
    expect(guard.size).toBe(1);
    socket.write(get().repeat(20_000));
    expect(await received(socket)).toBe('');
    expect(Object.fromEntries(guard.cuts)).toEqual({ pipeline: 1 });
    await until(() => expect(handled.map(({ closes }) => closes)).toEqual([1]));
  });

  it('that are no valid requests count too', async () => {
    for (const invalid of ['GET / HTTP/1.1\r\n\r\n', get('/', 'Expect: more')]) {
      const { guard, port } = await serve({ limits: { pipelined: 4 } });
      expect(await exchange(port, get() + invalid.repeat(4))).toBe('');
      expect(Object.fromEntries(guard.cuts)).toEqual({ pipeline: 1 });
    }
  });
});

describe('requests that are not valid', () => {
  it.each([
    ['two Host headers', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['the same Host header twice', `GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n`],
    ['two Host headers in HTTP/1.0', `GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ])('with %s get 400 and are cut (RFC 9112, 3.2)', async (_case, bytes) => {
    const { port, handled } = await serve({ listener: echo });
    expect(statuses(await exchange(port, bytes))).toEqual([400]);
    expect(handled).toHaveLength(0);
  });

  it('of HTTP/1.0 need no Host header', async () => {
    const { port } = await serve({ listener: echo });
    expect(statuses(await exchange(port, 'GET / HTTP/1.0\r\n\r\n'))).toEqual([200]);
  });

  it('with an expectation get 417, or 100 and are handled (RFC 9110, 10.1.1)', async () => {
    const { port } = await serve({ listener: echo });
    expect(statuses(await exchange(port, get('/', 'Expect: more')))).toEqual([417]);
    const expects = get('/', 'Expect: 100-continue', closing);
    expect(statuses(await exchange(port, expects))).toEqual([100, 200]);
  });

  it('get 400 and nothing within a response that has begun', async () => {
    const { port, handled } = await serve();
    const socket = await openSocket(port);
    socket.write(get());
    await until(() => expect(handled).toHaveLength(1));
    handled[0]?.response.write('begun');
    await once(socket, 'data');
    socket.write('no HTTP\r\n\r\n');
    expect(await received(socket)).toBe('');
  });

  describe('that have a response before their body has arrived', () => {
    const listener: RequestListener = (_request, response) => response.writeHead(405).end();
    const http = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 5 };

    it.each([
      ['late', { http }, '', [405]],
      ['invalid', {}, '!', [405]],
      ['followed by what is not HTTP', {}, '0\r\n\r\nno HTTP\r\n\r\n', [405, 400]],
    ])('get no second one when it is %s (RFC 9112, 9.2)', async (_case, setup, rest, expected) => {
      const { port } = await serve({ listener, ...setup });
      const socket = await openSocket(port);
      socket.write(get('/', 'Transfer-Encoding: chunked'));
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.write(rest);
      expect(statuses(first.toString() + (await received(socket)))).toEqual(expected);
    });
  });
});
