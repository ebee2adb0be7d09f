import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Responder } from '../../src/http/handler.ts';
import { readBody } from '../../src/http/request.ts';
import { sandboxPlugin } from '../../src/serve/fastify.ts';
import { deferred } from '../support/deferred.ts';
import { openSocket, received } from '../support/raw-socket.ts';

const apps: FastifyInstance[] = [];

/** An app with the adapter in front of a handler, at `/sandbox`. */
async function mount(respond: Responder): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  apps.push(app);
  await app.register(
    sandboxPlugin(() => respond),
    { prefix: '/sandbox' },
  );
  return app;
}

async function listen(respond: Responder): Promise<number> {
  const app = await mount(respond);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const empty = { status: 200, headers: {}, body: null };

describe('a request', () => {
  const echo: Responder = async (request, client) => {
    const body = new TextDecoder().decode(await readBody(request, 100));
    const { method, url, headers } = request;
    const seen = { method, url, client, body, type: headers.get('Content-Type') };
    return { ...empty, body: new TextEncoder().encode(JSON.stringify(seen)) };
  };

  it.each([
    ['of announced length', 'a body', {}],
    ['in chunks', Readable.from(['a ', 'body']), { 'transfer-encoding': 'chunked' }],
  ])('reaches the handler with its body %s', async (_how, payload, headers) => {
    const app = await mount(echo);
    const reply = await app.inject({
      method: 'PUT',
      url: '/sandbox/a/b?c=d%20e',
      remoteAddress: '192.0.2.7',
      headers: { host: 'a.example:81', 'content-type': 'text/plain', ...headers },
      payload,
    });
    expect(reply.json()).toEqual({
      method: 'PUT',
      url: 'http://a.example:81/sandbox/a/b?c=d%20e',
      client: '192.0.2.7',
      body: 'a body',
      type: 'text/plain',
    });
  });

  it('without a response body gets none', async () => {
    const app = await mount(() => Promise.resolve(empty));
    const reply = await app.inject({ method: 'PUT', url: '/sandbox/a' });
    expect(reply.body).toBe('');
    expect(reply.headers['content-type']).toBeUndefined();
  });

  it.each(['a b', 'a/b', 'user@a', 'a:b'])('to the host "%s" has no origin', async (host) => {
    const app = await mount(echo);
    const reply = await app.inject({ url: '/sandbox/a', headers: { host } });
    expect(reply.json()).toMatchObject({ url: '/sandbox/a' });
  });

  it.each(['GET', 'TRACE', 'OPTIONS', 'HEAD', 'QUERY'])('by %s is handled', async (method) => {
    const app = await mount(({ method: seen }) =>
      Promise.resolve({ ...empty, headers: { 'x-method': seen } }),
    );
    for (const url of ['/sandbox', '/sandbox/', '/sandbox/a/b']) {
      const { headers } = await app.inject({ method: method as 'GET', url });
      expect(headers['x-method']).toBe(method);
    }
  });

  it('that is too large gets a response, and ends its connection', async () => {
    const port = await listen(async (request) => {
      await readBody(request, 100).catch(() => undefined);
      return { ...empty, status: 413 };
    });
    const socket = await openSocket(port);
    const chunk = `${(2000).toString(16)}\r\n${'a'.repeat(2000)}\r\n`;
    socket.write(
      `PUT /sandbox/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    );
    const response = await received(socket);
    expect(response).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
  });

  it('is aborted when its client has gone', async () => {
    const [started, aborted] = [deferred(), deferred()];
    const port = await listen(async ({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted.resolve();
      });
      started.resolve();
      await aborted.promise;
      return empty;
    });
    const socket = await openSocket(port);
    socket.write('GET /sandbox/a HTTP/1.1\r\nHost: a\r\n\r\n');
    await started.promise;
    socket.destroy();
    await aborted.promise;
  });
});

describe('a body', () => {
  it.each(['Content-Length: 9', 'Transfer-Encoding: chunked'])(
    'whose client has gone cannot be read: %s',
    async (length) => {
      const [started, read] = [deferred(), deferred()];
      const port = await listen(async (request) => {
        started.resolve();
        await new Promise((resolve) => {
          request.signal.addEventListener('abort', resolve);
        });
        await expect(readBody(request, 100)).rejects.toMatchObject({ status: 400 });
        read.resolve();
        return empty;
      });
      const socket = await openSocket(port);
      socket.write(`PUT /sandbox/a HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`);
      await started.promise;
      socket.destroy();
      await read.promise;
    },
  );
});

describe('a streamed body', () => {
  const chunk = new Uint8Array(500_000);

  /** A handler whose body never ends by itself, and what becomes of it. */
  function endless() {
    const state: { pulls: number; cut?: () => void } = { pulls: 0 };
    const canceled = deferred();
    const respond: Responder = () => {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          start: (controller) => {
            state.cut = () => {
              controller.error(new Error('cut'));
            };
          },
          pull: (controller) => {
            state.pulls += 1;
            controller.enqueue(chunk);
          },
          cancel: () => {
            canceled.resolve();
          },
        },
        { highWaterMark: 0 },
      );
      return Promise.resolve({ ...empty, body });
    };
    return { state, canceled, respond };
  }

  /** Requests a body and reads none of it. @returns once no more of it is pulled */
  async function askWithoutReading(port: number, state: { readonly pulls: number }) {
    const socket = (await openSocket(port)).pause();
    socket.write('GET /sandbox/a HTTP/1.1\r\nHost: a\r\n\r\n');
    let pulls = -1;
    await expect
      .poll(
        () => {
          const isStill = pulls === state.pulls && pulls > 0;
          pulls = state.pulls;
          return isStill;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(true);
    return socket;
  }

  it('is pulled as its client takes it, and canceled when the client has gone', async () => {
    const { state, canceled, respond } = endless();
    const socket = await askWithoutReading(await listen(respond), state);
    // The system's buffers hold a few megabytes of a connection.
    expect(state.pulls).toBeLessThan(40);
    socket.destroy();
    await canceled.promise;
  });

  it('ends its connection when it fails, also while the client does not read', async () => {
    const { state, respond } = endless();
    const socket = await askWithoutReading(await listen(respond), state);
    state.cut?.();
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
  });
});
