import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SharedMessage, SharedState } from '../../src/core/shared-state.ts';
import { readMessage, RedisSharedState } from '../../src/shared-state/redis.ts';
import { Inbox } from '../mqtt/support/inbox.ts';
import { FakeRedis } from '../support/fake-redis.ts';
import { redisObstacle, RedisServer } from '../support/redis-server.ts';

if (redisObstacle !== undefined) console.warn(`Shared state in Redis: skipped, ${redisObstacle}`);

const end = (projectId: string): SharedMessage => ({ kind: 'end', projectId });
const hour = { burst: 3, perSecond: 3 / 3600 };

describe.skipIf(redisObstacle !== undefined)('state in Redis', () => {
  let redis: RedisServer;
  const opened: SharedState[] = [];
  const clock = { time: 0, now: () => clock.time };

  async function open(report: (message: string) => void = () => undefined) {
    const state = await RedisSharedState.open({ url: redis.url, clock, report });
    opened.push(state);
    const heard = new Inbox<SharedMessage>();
    state.listen((message) => heard.push(message));
    return { state, heard };
  }

  beforeEach(async () => {
    clock.time = 0;
    redis = await RedisServer.prepare();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((state) => state.close()));
    await redis.remove();
  });

  it('carries a message to every other server, once, in order', async () => {
    await redis.resume();
    const servers = [await open(), await open(), await open()] as const;
    const [one, ...others] = servers;
    const body = { command: 'ü', data: [1, null] };
    const push = { nodeId: 'n', deviceId: 'd', topic: 'commands', body };
    one.state.tell({ kind: 'push', projectId: 'p', push });
    one.state.tell(end('last'));
    for (const { heard } of others) {
      expect(await heard.next()).toEqual({ kind: 'push', projectId: 'p', push });
      expect(await heard.next()).toEqual(end('last'));
    }
    // What comes back from another shows that its own would have come before.
    const [other, third] = others;
    other.state.tell(end('response'));
    for (const { heard } of [one, third]) expect(await heard.next()).toEqual(end('response'));
    expect(servers.flatMap(({ heard }) => heard.unread)).toEqual([]);
  });

  it('numbers connections without a repetition', async () => {
    await redis.resume();
    const { state: one } = await open();
    const { state: two } = await open();
    const numbers = await Promise.all([one, two, one, two].map((state) => state.nextNumber()));
    expect(new Set(numbers).size).toBe(4);
    expect(await two.nextNumber()).toBeGreaterThan(Math.max(...numbers));
  });

  it('goes on with the numbers when Redis has lost them', async () => {
    clock.time = Date.UTC(2026, 0, 1);
    await redis.resume();
    const reports: string[] = [];
    const { state } = await open((message) => reports.push(message));
    await state.nextNumber();
    const last = await state.nextNumber();
    await redis.halt();
    await redis.resume();
    await vi.waitFor(() => expect(reports.at(-1)).toBe('Redis is available again.'), 20_000);
    clock.time += 1000;
    expect(await state.nextNumber()).toBeGreaterThan(last);
  });

  it('counts a rate over all servers, by key and by name', async () => {
    await redis.resume();
    const { state: one } = await open();
    const { state: two } = await open();
    const [here, there] = [one.rateLimit('a', hour), two.rateLimit('a', hour)];
    expect(await Promise.all([here.take('k'), there.take('k')])).toEqual([true, true]);
    expect(await here.hasCapacity('k')).toBe(true);
    expect(await there.take('k')).toBe(true);
    expect(await Promise.all([here.hasCapacity('k'), here.take('k'), there.take('k')])).toEqual([
      false,
      false,
      false,
    ]);
    expect(await here.take('other')).toBe(true);
    expect(await one.rateLimit('b', hour).take('k')).toBe(true);
  });

  it('starts alone while Redis is unavailable, reports it once, and joins later', async () => {
    const reports: string[] = [];
    const { state, heard } = await open((message) => reports.push(message));
    const rate = state.rateLimit('a', hour);
    state.tell(end('lost'));
    expect(await state.nextNumber()).toBe(0);
    const taken = await Promise.all(['k', 'k', 'k', 'k'].map((key) => rate.take(key)));
    expect(taken).toEqual([true, true, true, false]);
    expect(await rate.hasCapacity('k')).toBe(false);
    expect(reports).toEqual([expect.stringMatching(/^Redis is unavailable: /)]);
    await redis.resume();
    await vi.waitFor(
      () => expect(reports).toEqual([reports[0], 'Redis is available again.']),
      20_000,
    );
    const { state: other } = await open();
    // It has subscribed when it hears something.
    await vi.waitFor(() => {
      other.tell(end('here'));
      expect(heard.unread).toContainEqual(end('here'));
    }, 20_000);
    expect(await rate.take('k')).toBe(true);
    expect(heard.unread).not.toContainEqual(end('lost'));
  });

  it('comes back by itself when Redis has been away for a while', async () => {
    await redis.resume();
    const reports: string[] = [];
    const { state } = await open((message) => reports.push(message));
    const { state: other, heard } = await open();
    expect(await state.nextNumber()).toBe(1);
    await redis.halt();
    await vi.waitFor(() => expect(reports).toHaveLength(1), 20_000);
    expect(await state.nextNumber()).toBe(0);
    expect(await other.rateLimit('a', hour).take('k')).toBe(true);
    await redis.resume();
    await vi.waitFor(() => expect(reports).toHaveLength(2), 20_000);
    await vi.waitFor(() => {
      state.tell(end('again'));
      expect(heard.unread).toContainEqual(end('again'));
    }, 20_000);
  });

  it('closes while Redis is unavailable', async () => {
    const { state } = await open();
    await expect(state.close()).resolves.toBeUndefined();
  });
});

it('listens to the others also when the connection ended before it had subscribed', async () => {
  const redis = await FakeRedis.start(2);
  const reports = new Inbox<string>();
  const state = await RedisSharedState.open({
    url: redis.url,
    clock: { now: () => 0 },
    report: (message) => reports.push(message),
  });
  const heard = new Inbox<SharedMessage>();
  state.listen((message) => heard.push(message));
  expect(await reports.next()).toMatch(/^Redis is unavailable: /);
  expect(await reports.next()).toBe('Redis is available again.');
  redis.publish(JSON.stringify({ from: 'another', message: end('p') }));
  expect(await heard.next()).toEqual(end('p'));
  await state.close();
  await redis.close();
});

describe('a message of another server', () => {
  it.each(['', 'null', '{}', '{"from":"a"}', '{"from":1,"message":{"kind":"end"}}', '[1]'])(
    'is dropped when it is %j',
    (text) => expect(readMessage(text)).toBeUndefined(),
  );

  it('is dropped when its kind is unknown, and read otherwise', () => {
    expect(readMessage('{"from":"a","message":{"kind":"later"}}')).toBeUndefined();
    const known = { from: 'a', message: end('p') };
    expect(readMessage(JSON.stringify(known))).toEqual(known);
  });
});
