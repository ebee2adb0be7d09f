import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { streamsPath } from '@anedya-docs/sandbox/paths';
import { dial, exchangeRaw, resetEverywhere, sendAndReset } from './support/raw.ts';
import { attacker } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();
const siteDir = path.resolve(import.meta.dirname, '../../site/build');

const head = (method: string, target: string, headers: readonly string[]) =>
  [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** Requests for other protocols: known and unknown, with and without a body, at the path of the broker and elsewhere. */
const upgrades = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT'].flatMap((method) =>
  ['/', '/sandbox/mqtt', '/proxy/https://api.ap-in-1.anedya.io/v1/node/list'].flatMap((target) => [
    `${head(method, target, ['Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 5'])}hello`,
    head(method, target, [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ]),
    head(method, target, [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol: mqtt',
    ]),
    head(method, target, ['Connection: Upgrade', 'Upgrade: ']),
  ]),
);

describe('upgrades', () => {
  it('survives a reset after each byte of a POST that asks for HTTP/2', async () => {
    const posts = upgrades.filter((text) => text.startsWith('POST / '));
    await server.attack(async () => {
      for (const text of posts) await resetEverywhere(server.port, Buffer.from(text));
    });
  });

  it('survives a reset at the end of each form, alone and behind another request', async () => {
    await server.attack(async () => {
      for (const text of upgrades) {
        await sendAndReset(server.port, Buffer.from(text));
        await sendAndReset(server.port, Buffer.from(head('GET', '/', []) + text));
        await sendAndReset(server.port, Buffer.from(text + text));
      }
      await sendAndReset(server.port, Buffer.from(head('CONNECT', 'example.org:443', [])));
    });
  });

  it('responds to a POST that offers an upgrade to HTTP/2, like curl', async () => {
    const response = await exchangeRaw(
      server.port,
      `${head('POST', '/page-views', ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA', 'Content-Type: application/json', 'Content-Length: 2'])}{}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 [2-4]\d\d [\s\S]+\r\n\r\n/);
  });

  // Few streams, so that none is above the rate.
  it.each([
    ['without a subprotocol', '/sandbox/mqtt', 13, 400, 100],
    ['of another version', '/sandbox/mqtt', 8, 400, 100],
    ['without a credential', `/sandbox${streamsPath}`, 13, 401, 10],
  ])('passes the response to one %s each time', async (_, target, version, status, count) => {
    const text = head('GET', target, [
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Sec-WebSocket-Version: ${version}`,
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]);
    const statuses: string[] = [];
    while (statuses.length < count) {
      statuses.push((await exchangeRaw(server.port, text, attacker(240))).slice(9, 12));
    }
    expect([...new Set(statuses)]).toEqual([String(status)]);
  });
});

describe('pipelines', () => {
  it('releases resources of two requests when their connection is closed', async () => {
    const two = Buffer.from(head('GET', '/', []).repeat(2));
    await server.attack(async () => {
      for (let round = 0; round < 300; round += 1) await sendAndReset(server.port, two);
    });
  });

  it('does not process 20,000 requests of one connection at once', async () => {
    const many = Buffer.from(head('GET', '/', []).repeat(20_000));
    await server.attack(() => sendAndReset(server.port, many));
  });

  it('releases slots of the proxy and of uploads', async () => {
    const proxied = `${head('POST', '/proxy/https://api.ap-in-1.anedya.io/v1/node/list', ['Content-Type: application/json', 'Content-Length: 2'])}{}`;
    const upload = `${head('PUT', '/sandbox/files/0/1?exp=1&sig=00', ['Content-Length: 5'])}hello`;
    await server.attack(async () => {
      for (let round = 0; round < 60; round += 1) {
        await sendAndReset(server.port, Buffer.from(proxied.repeat(4)));
        await sendAndReset(server.port, Buffer.from(upload.repeat(4)));
      }
    });
    const response = await exchangeRaw(
      server.port,
      proxied.replace('Host:', 'Connection: close\r\nHost:'),
      attacker(1),
    );
    expect(response).not.toContain('x-proxy-error: busy');
  });
});

describe('connections', () => {
  it.each([
    ['that send nothing', ''],
    ['that send half a request', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['that announce a body and send none', head('POST', '/page-views', ['Content-Length: 100'])],
    ['that ask and read nothing', head('GET', '/', [])],
  ])('withstands 1,000 connections %s', async (_name, text) => {
    await server.attack(async (hold) => {
      const sockets: Socket[] = [];
      for (let index = 0; index < 1000; index += 1) {
        const socket = await dial(server.port, attacker(index % 5));
        if (text !== '' && !socket.destroyed) socket.write(text);
        sockets.push(socket);
      }
      await hold();
      for (const socket of sockets) socket.destroy();
    });
  });

  it('withstands readers of large files that stop reading', async () => {
    const script = largestFile(siteDir);
    const request = head('GET', script, ['Accept-Encoding: identity']).repeat(12);
    await server.attack(async (hold) => {
      const sockets: Socket[] = [];
      for (let index = 0; index < 60; index += 1) {
        const socket = await dial(server.port, attacker(index % 5));
        socket.pause();
        socket.write(request);
        sockets.push(socket);
      }
      await hold();
      for (const socket of sockets) socket.destroy();
    });
  });

  it('rejects a request with two Host headers', async () => {
    const text = 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n';
    expect(await exchangeRaw(server.port, text)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

/** Path of the search index, the largest text of the site. */
function largestFile(folder: string): string {
  const target = '/search/index.json';
  expect(readFileSync(path.join(folder, target)).length).toBeGreaterThan(100_000);
  return target;
}
