import { expect, it } from 'vitest';
import { mqttPath } from '@anedya-docs/sandbox/paths';
import { exchange, statusOf } from '../support/raw-http.ts';
import { useSandboxServer } from './support.ts';

// The window is longer than any test: no test waits for its end.
const rate = { window: 3_600_000, max: 3 };
const harness = useSandboxServer({ sandbox: { rate } });

it('rejects a client over its rate limit, and no other, with Retry-After', async () => {
  const ask = (remoteAddress: string) =>
    harness.app.inject({ method: 'GET', url: '/sandbox/', remoteAddress });
  for (let count = 0; count < rate.max; count += 1) {
    expect((await ask('192.0.2.1')).statusCode).toBe(200);
  }
  const rejected = await ask('192.0.2.1');
  expect(rejected.statusCode).toBe(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.headers['access-control-allow-origin']).toBe('*');
  // Some operations document `errcode`, the others `errorcode`.
  expect(rejected.json()).toMatchObject({
    errcode: 1,
    errorcode: 1,
    reasonCode: 'sandbox::toomanyrequests',
  });
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
});

it('counts a WebSocket handshake as a request', async () => {
  const port = Number(new URL(harness.origin).port);
  const handshake = [
    `GET /sandbox${mqttPath} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 7',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
    '\r\n',
  ].join('\r\n');
  // The broker rejects the version and closes the connection, which frees the slot.
  const statuses = [];
  for (let count = 0; count <= rate.max; count += 1) {
    statuses.push(statusOf(await exchange(port, handshake)));
  }
  expect(statuses.slice(0, rate.max)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
});
