import { readdirSync, readlinkSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket, received, sendAndReset } from '../../sandbox/test/support/raw-socket.ts';
import { useApp } from './support/app.ts';
import { large } from './support/fixture-site.ts';
import { exchange, getRequest, listen, statusOf } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

/** Waits for other processes, for as long as a busy machine may need. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const open = () => harness.app.connections.size;

/** Files of the site that this process has open. */
function openFiles(): string[] {
  const links = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // Closed in the meantime, like the descriptor of the folder itself.
      return [];
    }
  });
  return links.filter((file) => file.includes('docs-server-'));
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** After any bytes, the next client gets a page, and no resource of earlier clients remains. */
async function expectNothingLeft() {
  expect(statusOf(await exchange(port, getRequest('/guide/')))).toBe(200);
  await until(() => expect([open(), openFiles()]).toEqual([0, []]));
}

describe('a connection that is reset', () => {
  it('leaves no file open after pipelined requests', async () => {
    for (const count of [2, 16, 20_000]) await sendAndReset(port, get(large.path).repeat(count));
    await expectNothingLeft();
  });

  it.each([
    ['a page', get('/')],
    ['two files', get(large.path) + get('/guide/')],
    [
      'a page view',
      `POST /page-views HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}${get('/')}`,
    ],
    [
      'chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    ],
    [
      'an expectation',
      `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na`,
    ],
    [
      'an upgrade',
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 1\r\n\r\na`,
    ],
    ['a tunnel', `CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n${get('/')}`],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('leaves no resource at any byte of %s', async (_case, bytes) => {
    for (let end = 1; end <= bytes.length; end += 1) await sendAndReset(port, bytes.slice(0, end));
    await expectNothingLeft();
  });
});

describe('many connections of one client', () => {
  it('do not block others when idle, and are evicted for newer ones', async () => {
    const sockets = [];
    for (let count = 0; count < 1000; count += 1) sockets.push(await openSocket(port));
    expect(statusOf(await exchange(port, getRequest('/')))).toBe(200);
    expect(open()).toBeLessThanOrEqual(256);
    for (const socket of sockets) socket.destroy();
    await expectNothingLeft();
  });

  it('are counted by reason in the metrics', async () => {
    const socket = await openSocket(port);
    socket.write(get('/').repeat(20_000));
    await received(socket);
    const { body } = await harness.app.inject('/metrics');
    expect(body).toMatch(/^http_connections_cut_total\{reason="pipeline"\} \d+$/m);
    expect(body).toMatch(/^http_connections_cut_total\{reason="evicted"\} \d+$/m);
    expect(body).toMatch(/^http_connections \d+$/m);
  });
});
