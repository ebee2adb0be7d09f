import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket, received } from '../../sandbox/test/support/raw-socket.ts';
import { writeFixtureSite } from './support/fixture-site.ts';
import { exchange, getRequest, statusOf } from './support/raw-http.ts';
import { startServer } from './support/server-process.ts';

// Each test starts the server as a process, and the sandbox.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let site = '';
beforeAll(async () => {
  site = await writeFixtureSite();
});
afterAll(() => rm(site, { recursive: true }));

const start = () =>
  startServer({ SITE_DIR: site, PORT: '0', LOG_LEVEL: 'silent', SANDBOX: 'false' });

/** Waits until the text received on a socket matches. */
function receivedText(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    socket.on('data', (part: Buffer) => {
      seen += part.toString('latin1');
      if (pattern.test(seen)) resolve(seen);
    });
    socket.on('close', () => reject(new Error(`closed after: ${seen}`)));
  });
}

/** Waits until a port accepts no connections. */
async function portClosed(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (!open) return;
  }
}

const body = JSON.stringify({ path: '/guide/', title: 'Guide' });
const head = [
  'POST /page-views HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  // RFC 9110, 10.1.1: the interim response proves that the request is in flight.
  'Expect: 100-continue',
];
const end = ['', ''];

/** Sends a page view without the end of its body, and waits until the server has received the headers. */
async function inFlight(port: number, headers: readonly string[] = []) {
  const socket = connect(port, '127.0.0.1');
  const interim = receivedText(socket, /^HTTP\/1\.1 100 /);
  socket.write([...head, ...headers, ...end].join('\r\n'));
  await interim;
  socket.write(body.slice(0, 5));
  return {
    socket,
    finish: () => {
      const response = receivedText(socket, /^HTTP\/1\.1 204 [\s\S]*\r\n\r\n$/);
      socket.write(body.slice(5));
      return response;
    },
  };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('finishes a request in flight, then exits with code 0', async () => {
    const { child, port, ending } = start();
    const { finish } = await inFlight(await port, ['Connection: close']);
    child.kill(signal);
    await portClosed(await port);
    expect(statusOf(await finish())).toBe(204);
    const { code, stderr } = await ending;
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('does not wait for idle connections', async () => {
    const { child, port, ending } = start();
    const socket = connect(await port, '127.0.0.1');
    const response = receivedText(socket, /HTTP\/1\.1 200 [\s\S]*ok\n$/);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await response;
    const closed = new Promise((resolve) => socket.on('close', resolve));
    child.kill(signal);
    await closed;
    expect((await ending).code).toBe(0);
  });
});

it('does not wait for connections without a complete request', async () => {
  const { child, port, ending } = start();
  const silent = await openSocket(await port);
  const half = await openSocket(await port);
  half.write('GET / HTTP/1.1\r\nHo');
  // The server has accepted both once it has responded to a later one.
  await exchange(await port, getRequest('/healthz'));
  child.kill('SIGTERM');
  await Promise.all([received(silent), received(half)]);
  expect((await ending).code).toBe(0);
});

// RFC 9112, 9.6: a server announces that it closes a connection; otherwise a keep-alive client would
// delay the shutdown.
it('closes a keep-alive connection with its last response', async () => {
  const { child, port, ending } = start();
  const { socket, finish } = await inFlight(await port);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  child.kill('SIGTERM');
  await portClosed(await port);
  const response = await finish();
  await closed;
  expect((await ending).code).toBe(0);
  expect(response).toMatch(/^connection: close\r$/im);
});

it('prints its URL, and serves there', async () => {
  const { child, port, ending } = start();
  expect(statusOf(await exchange(await port, getRequest('/guide/')))).toBe(200);
  child.kill('SIGTERM');
  const { stdout } = await ending;
  expect(stdout).toBe(`Serving http://127.0.0.1:${await port}/\n`);
});
