import { expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { useApp } from '../support/app.ts';
import { indexName, one, post, searchOptions, TestClock } from '../support/search-app.ts';

const clock = new TestClock();
const harness = useApp(searchOptions(clock));
const request = post(one({ query: 'bind' }));
const statusFor = async (remoteAddress: string) =>
  (await harness.app.inject({ ...request, remoteAddress })).statusCode;

it('a client that asks too often is told when to come back', async () => {
  const client = '203.0.113.7';
  for (let at = 0; at < limits.search.burst; at += 1) expect(await statusFor(client)).toBe(200);
  const refused = await harness.app.inject({ ...request, remoteAddress: client });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.headers['access-control-expose-headers']).toBe('retry-after');
  expect(refused.json()).toEqual({ message: 'Too many requests', status: 429 });

  expect(await statusFor('203.0.113.8')).toBe(200);
  const page = await harness.app.inject({ url: '/guide/', remoteAddress: client });
  expect(page.statusCode).toBe(200);

  clock.time += 1000;
  expect(await statusFor(client)).toBe(200);
});

it('a call of many searches counts as many', async () => {
  const client = '203.0.113.9';
  const searches = Array.from({ length: 50 }, () => ({ indexName }));
  const call = { ...post({ requests: searches }), remoteAddress: client };
  expect((await harness.app.inject(call)).statusCode).toBe(200);
  expect((await harness.app.inject(call)).statusCode).toBe(200);
  expect((await harness.app.inject(call)).statusCode).toBe(429);
});
