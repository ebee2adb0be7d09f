import { connectAsync, type ErrorWithReasonCode } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { useSandboxServer } from './support.ts';

/** Reason codes "bad user name or password" and "connection rate exceeded" (MQTT 5.0, 3.2.2.2). */
const [unknownKey, tooOften] = [134, 159];
const deviceId = '00000000-0000-4000-8000-00000000d001';

/** Connects with an invalid key. @returns the reason code of the rejection */
async function connectWrongly(origin: string, client: string): Promise<number> {
  const url = `${origin.replace('http', 'ws')}/sandbox/mqtt`;
  const rejected = await connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: 'wrong',
    protocolVersion: 5,
    reconnectPeriod: 0,
    wsOptions: { headers: { 'x-forwarded-for': client } },
  }).catch((error: unknown) => error);
  return (rejected as ErrorWithReasonCode).code;
}

/** Connects as one client after another until the number of failures is rejected. */
async function exhaust(origin: string, clientOf: (count: number) => string): Promise<boolean> {
  for (let count = 0; count < 100; count += 1) {
    if ((await connectWrongly(origin, clientOf(count))) === tooOften) return true;
  }
  return false;
}

describe('wrong keys over WebSocket', () => {
  const proxied = useSandboxServer({ trustProxy: true });
  const direct = useSandboxServer();

  it('are counted per client of a trusted proxy, and per IPv6 /64 network', async () => {
    expect(await exhaust(proxied.origin, (count) => `192.0.2.${count}, 2001:db8::${count}`)).toBe(
      true,
    );
    expect(await connectWrongly(proxied.origin, '192.0.2.1, 2001:db8:0:1::1')).toBe(unknownKey);
  });

  it('are counted per connection address where no proxy is trusted', async () => {
    expect(await exhaust(direct.origin, (count) => `198.51.100.${count}`)).toBe(true);
  });
});
