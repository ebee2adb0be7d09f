import { describe, expect, it } from 'vitest';
import { exchange, getRequest, statusOf } from '../support/raw-http.ts';
import { sendAndReset } from '../../../sandbox/test/support/raw-socket.ts';
import { useSandboxServer } from './support.ts';

const harness = useSandboxServer();
const port = () => Number(new URL(harness.origin).port);
const body = '{"path":"/guide/","title":"Guide"}';

function request(method: string, target: string, protocol: string, hasBody: boolean): string {
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade, HTTP2-Settings',
    `Upgrade: ${protocol}`,
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ...(hasBody ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    '',
    hasBody ? body : '',
  ].join('\r\n');
}

const forms = ['GET', 'HEAD', 'POST', 'CONNECT', 'OPTIONS'].flatMap((method) =>
  ['/', '/guide/', '/page-views', '/sandbox/mqtt', '/unknown/'].flatMap((target) =>
    ['h2c', 'websocket', 'WebSocket', 'TLS/1.0, websocket'].flatMap((protocol) =>
      [false, true].map((hasBody) => request(method, target, protocol, hasBody)),
    ),
  ),
);

describe('a connection that is reset after an upgrade request', () => {
  it('ends neither the process nor other connections, whatever the request', async () => {
    for (const form of forms) {
      await sendAndReset(port(), form);
      await sendAndReset(port(), getRequest('/guide/').replace('Connection: close\r\n', '') + form);
    }
    expect(statusOf(await exchange(port(), getRequest('/healthz')))).toBe(200);
  });

  it('does not at any byte', async () => {
    const form = request('POST', '/page-views', 'h2c', true);
    for (let end = 1; end <= form.length; end += 1) await sendAndReset(port(), form.slice(0, end));
    expect(statusOf(await exchange(port(), getRequest('/healthz')))).toBe(200);
  });
});
