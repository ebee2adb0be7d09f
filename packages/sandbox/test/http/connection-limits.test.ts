import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { defaultConnectionLimits } from '../../src/serve/connection-guard.ts';
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
import { openSocket, received } from '../support/raw-socket.ts';

describe('connections', () => {
  const clientOf = () => 'one';

  it('of a client at its limit replace its idle ones', async () => {
    const { guard, port, handled } = await serve({ clientOf, limits: { client: 2 } });
    const busy = await openSocket(port);
    busy.write(get());
    await until(() => expect(handled).toHaveLength(1));
    const idle = await openSocket(port);
    await until(() => expect(guard.size).toBe(2));
    const next = await openSocket(port);
    expect(await received(idle)).toBe('');
    next.write(get());
    await until(() => expect(handled).toHaveLength(2));
    expect(Object.fromEntries(guard.cuts)).toEqual({ evicted: 1 });
    // Both wait for the server now: nothing of them can go.
    expect(statuses(await exchange(port, ''))).toEqual([503]);
    expect(Object.fromEntries(guard.cuts)).toEqual({ evicted: 1, client_capacity: 1 });
    handled[0]?.response.end();
    await once(busy, 'data');
    (await openSocket(port)).write(get());
    await until(() => expect(handled).toHaveLength(3));
    expect(await received(busy)).toBe('');
  });

  it('beyond the total replace idle ones, also those with a body in transit', async () => {
    const { guard, port, handled } = await serve({ limits: { all: 2 } });
    const sending = await openSocket(port);
    sending.write(`${get('/', 'Content-Length: 5').replace('GET', 'POST')}hel`);
    await until(() => expect(handled).toHaveLength(1));
    (await openSocket(port)).write(get());
    await until(() => expect(handled).toHaveLength(2));
    await openSocket(port);
    expect(await received(sending)).toBe('');
    expect(Object.fromEntries(guard.cuts)).toEqual({ evicted: 1 });
  });

  it('that belong to no client have only the total limit', async () => {
    const { guard, port } = await serve({ clientOf: () => undefined, limits: { client: 1 } });
    for (let count = 1; count <= 5; count += 1) await openSocket(port);
    await until(() => expect(guard.size).toBe(5));
  });

  it('are counted no more once they are closed', async () => {
    const { guard, port } = await serve({ clientOf, limits: { client: 2 }, listener: echo });
    for (let count = 0; count < 20; count += 1) {
      expect(statuses(await exchange(port, get('/', closing)))).toEqual([200]);
    }
    await until(() => expect(guard.size).toBe(0));
    expect(guard.cuts.size).toBe(0);
  });

  it('that send no request in time are cut, though they send blank lines', async () => {
    const { guard, port, clock, handled } = await serve({ listener: echo });
    const silent = await openSocket(port);
    const blank = await openSocket(port);
    blank.write(get());
    await once(blank, 'data');
    await until(() => expect(handled[0]?.closes).toBe(1));
    clock.time = defaultConnectionLimits.idle;
    blank.write('\r\n\r\n');
    guard.check();
    expect(guard.size).toBe(2);
    clock.time += 1;
    guard.check();
    expect(guard.size).toBe(0);
    expect(Object.fromEntries(guard.cuts)).toEqual({ idle: 2 });
    expect(await received(silent)).toBe('');
  });

  // RFC 9112, 9.5: a client sees a closed connection as an error if its request was on the way.
  // Node waits a minute by default.
  it('that send no request in time are closed', async () => {
    const { server } = await serve();
    expect(server.headersTimeout).toBe(15_000);
    const quick = await serve({ http: { headersTimeout: 20, connectionsCheckingInterval: 5 } });
    expect(await received(await openSocket(quick.port))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that are idle stay open longer than those of clients and proxies, and are told how long', async () => {
    const { guard, port, clock, handled } = await serve({ listener: echo });
    const socket = await openSocket(port);
    socket.write(get());
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^Keep-Alive: timeout=75\r$/m);
    await until(() => expect(handled[0]?.closes).toBe(1));
    clock.time = 75_000;
    guard.check();
    expect(guard.size).toBe(1);
    socket.destroy();
  });
});

describe('a client that reads', () => {
  const limits = { bytesPerSecond: Infinity };

  /** Sends without end, as fast as the client reads. */
  const endless: RequestListener = (_request, response) => {
    const part = Buffer.alloc(100_000);
    const write = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', write);
    write();
  };

  it('nothing is cut', async () => {
    const listener: RequestListener = (_request, response) => {
      response.end(Buffer.alloc(64_000_000));
    };
    const { guard, port, clock, handled } = await serve({ limits, listener });
    (await openSocket(port)).write(get());
    await until(() => expect(handled[0]?.response.socket?.writableLength).toBeGreaterThan(0));
    guard.check();
    clock.time = 20_000;
    guard.check();
    expect(guard.size).toBe(1);
    clock.time = 20_001;
    guard.check();
    expect(Object.fromEntries(guard.cuts)).toEqual({ stalled: 1 });
    await until(() => expect(handled[0]?.closes).toBe(1));
  });

  it('slowly is not', async () => {
    const { guard, port, clock } = await serve({ limits, listener: endless });
    const socket = await openSocket(port);
    socket.write(get());
    for (let round = 1; round <= 5; round += 1) {
      // More than the buffers between the two hold.
      for (let bytes = 0; bytes < 20_000_000;) {
        const [part] = (await once(socket, 'data')) as [Buffer];
        bytes += part.length;
      }
      clock.time += 20_001;
      guard.check();
      expect(guard.size).toBe(1);
    }
    socket.destroy();
    await until(() => expect(guard.size).toBe(0));
  });

  it('a response that takes its time is not', async () => {
    const { guard, port, clock, handled } = await serve();
    (await openSocket(port)).write(get());
    await until(() => expect(handled).toHaveLength(1));
    clock.time = 1_000_000;
    guard.check();
    expect(guard.size).toBe(1);
  });
});

describe('the end', () => {
  it('closes silent and idle connections at once, and others after their response', async () => {
    const { guard, port, handled } = await serve();
    const silent = await openSocket(port);
    const half = await openSocket(port);
    half.write('GET / HT');
    const busy = await openSocket(port);
    busy.write(get('/1') + get('/2'));
    await until(() => expect([guard.size, handled.length]).toEqual([3, 1]));
    const responses = received(busy);
    const ended = guard.end(1_000_000);
    expect([await received(silent), await received(half)]).toEqual(['', '']);
    expect(await exchange(port, '')).toMatch(/^HTTP\/1\.1 503 /);
    handled[0]?.response.end('whole');
    await ended;
    expect(await responses).toMatch(/^connection: close\r$[\s\S]*whole$/im);
    expect(handled).toHaveLength(1);
  });

  it('closes a connection whose response had promised to keep it', async () => {
    const { guard, port, handled } = await serve();
    const socket = await openSocket(port);
    const responses = received(socket);
    socket.write(get('/1') + get('/2'));
    await until(() => expect(handled).toHaveLength(1));
    handled[0]?.response.writeHead(200, { 'content-length': 4 }).write('be');
    const ended = guard.end(1_000_000);
    handled[0]?.response.end('en');
    await ended;
    expect(await responses).toMatch(/^connection: keep-alive\r$[\s\S]*been$/im);
    expect(handled).toHaveLength(1);
  });

  it('cuts what is left after the grace', async () => {
    const { guard, port, handled } = await serve();
    guard.acceptWebSockets('/mqtt', (_request, socket) => socket.write('taken'));
    const busy = await openSocket(port);
    busy.write(get());
    const upgraded = await openSocket(port);
    upgraded.write(get('/mqtt', ...upgrade('websocket')));
    await once(upgraded, 'data');
    await until(() => expect(handled).toHaveLength(1));
    await guard.end(0);
    expect(await received(busy)).toBe('');
    expect(Object.fromEntries(guard.cuts)).toEqual({ shutdown: 2 });
  });
});
