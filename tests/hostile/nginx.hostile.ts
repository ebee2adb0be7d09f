import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { hasNginx, Nginx, siteName } from './support/nginx.ts';
import { exchangeRaw } from './support/raw.ts';
import { attacker } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

if (!hasNginx) console.warn('Tests behind nginx: skipped, because nginx is not installed');

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Starts a server behind nginx for the tests of a group. */
function useNginx(
  settings: Readonly<Record<string, string>>,
  edit?: (configuration: string) => string,
) {
  const server = useServer(settings);
  let nginx: Nginx | undefined;
  beforeAll(async () => {
    nginx = await Nginx.start(server.port, edit);
  });
  afterAll(() => nginx?.stop());
  const running = () => {
    if (!nginx) throw new Error('nginx starts before the tests, not before this line');
    return nginx;
  };
  /** Sends a request from an address. */
  const send = (path: string, from = attacker(), body?: string, headers = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { port, ca } = running();
      const options = {
        method: body === undefined ? 'GET' : 'POST',
        host: '127.0.0.1',
        servername: siteName,
        localAddress: from,
        agent: false,
        headers: { host: siteName, ...headers },
        port,
        path,
        ca,
      } as const;
      const request = httpsRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        const { statusCode: status = 0, headers } = response;
        response.on('end', () => resolve({ status, headers, text }));
      });
      request.on('error', reject).end(body);
    });
  return { send, running };
}

describe.skipIf(!hasNginx)('a server behind nginx, as the README describes', () => {
  const { send, running } = useNginx({ TRUST_PROXY: 'true' });
  const search = (from: string) =>
    send('/1/indexes/*/queries', from, '{"requests":[]}', {
      'x-algolia-application-id': 'self-hosted',
      'x-algolia-api-key': 'search-only',
    });

  it('sends pages over TLS', async () => {
    const { status, headers } = await send('/');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBeDefined();
  });

  it('names the published host in the addresses of a new project', async () => {
    const { status, text } = await send('/sandbox/projects', attacker(1), '');
    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject({
      platformUrl: `https://${siteName}/sandbox/platform/v1`,
      broker: { webSocket: `wss://${siteName}/sandbox/mqtt` },
    });
  });

  it('accepts MQTT over WebSocket', async () => {
    const { port, ca } = running();
    const options: WebSocket.ClientOptions & ConnectionOptions = {
      servername: siteName,
      ca,
      headers: { host: siteName },
    };
    const socket = new WebSocket(`wss://127.0.0.1:${port}/sandbox/mqtt`, ['mqtt'], options);
    await once(socket, 'open');
    expect(socket.protocol).toBe('mqtt');
    socket.terminate();
  });

  it('counts the real clients', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 200 && !statuses.has(429); count += 1) {
      statuses.add((await search(attacker(2))).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await search(attacker(3))).status).toBe(200);
  });

  it('is the published site in texts for programs, with any Host', async () => {
    const { text } = await send('/robots.txt', attacker(4), undefined, { host: 'localhost:3000' });
    expect(text).not.toContain('localhost');
  });
});

describe.skipIf(!hasNginx)('a server that does not know of nginx, with its default headers', () => {
  const { send } = useNginx({}, (text) => text.replaceAll(/^ *proxy_set_header .*\n/gm, ''));

  it('lets no cache keep texts with the name of this machine', async () => {
    const { headers } = await send('/robots.txt');
    expect(headers['cache-control']).toContain('private');
    expect(headers.vary).toContain('Host');
  });
});

describe('a server on this machine', () => {
  const server = useServer();
  const send = (path: string, method: string, host: string) => {
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
    return exchangeRaw(server.port, [...head, 'Content-Length: 0', '', ''].join('\r\n'));
  };

  it.each([
    ['/metrics', 'GET'],
    ['/sandbox/projects', 'POST'],
    ['/mcp', 'POST'],
  ])('rejects %s under the name of another host', async (path, method) => {
    expect(await send(path, method, 'rebound.example')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send(path, method, `localhost:${server.port}`)).not.toMatch(/^HTTP\/1\.1 403 /);
  });
});
