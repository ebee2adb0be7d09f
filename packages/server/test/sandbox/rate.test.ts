import { expect, it } from 'vitest';
import { useSandboxServer } from './support.ts';

// The window is longer than any test: nothing here waits for its end.
const rate = { window: 3_600_000, client: 3 };
const harness = useSandboxServer({ sandbox: { rate } });

it('refuses a client that asks too often, and no other, with the seconds to wait', async () => {
  const ask = (remoteAddress: string) =>
    harness.app.inject({ method: 'GET', url: '/sandbox/', remoteAddress });
  for (let count = 0; count < rate.client; count += 1) {
    expect((await ask('192.0.2.1')).statusCode).toBe(200);
  }
  const refused = await ask('192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['access-control-allow-origin']).toBe('*');
  expect(refused.json()).toMatchObject({ reasonCode: 'sandbox::toomanyrequests' });
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
});
