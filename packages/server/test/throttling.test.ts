import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../src/limits.ts';
import { ConcurrencyLimiter, createRateLimiter } from '../src/throttling.ts';

describe('ConcurrencyLimiter', () => {
  const acquire = (limiter: ConcurrencyLimiter, client: string) => {
    const slot = limiter.acquire(client);
    if (typeof slot === 'string') throw new Error(`no slot: ${slot}`);
    return slot;
  };

  it('limits the requests in flight of one client and of all', () => {
    const limiter = new ConcurrencyLimiter({ all: 3, client: 2 });
    const release = acquire(limiter, 'a');
    acquire(limiter, 'a');
    expect(limiter.acquire('a')).toBe('client');
    acquire(limiter, 'b');
    expect(limiter.acquire('c')).toBe('all');
    release();
    acquire(limiter, 'c');
    expect(limiter.acquire('a')).toBe('all');
  });

  it('releases a slot once', () => {
    const limiter = new ConcurrencyLimiter({ all: 2, client: 2 });
    const release = acquire(limiter, 'a');
    acquire(limiter, 'a');
    release();
    release();
    expect(limiter.inFlight).toBe(1);
  });
});

describe('createRateLimiter', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const limiter = () => createRateLimiter({ max: 3, window: 2_000 });

  it('accepts a number of requests per window and client, then returns the seconds to wait', async () => {
    const send = limiter();
    for (let count = 0; count < 3; count += 1) expect(await send('192.0.2.1')).toBe(0);
    expect(await send('192.0.2.1')).toBe(2);
    expect(await send('192.0.2.2')).toBe(0);
    vi.setSystemTime(Date.now() + 1_500);
    expect(await send('192.0.2.1')).toBe(1);
    vi.setSystemTime(Date.now() + 500);
    expect(await send('192.0.2.1')).toBe(0);
  });

  it('counts an expensive request as several', async () => {
    const send = limiter();
    expect(await send('192.0.2.1', 2)).toBe(0);
    expect(await send('192.0.2.1')).toBe(0);
    expect(await send('192.0.2.1')).toBe(2);
    expect(await send('192.0.2.2', 0)).toBe(0);
  });

  it('stores a limited number of clients, the most recently seen ones', async () => {
    const send = limiter();
    for (const client of ['192.0.2.1', '192.0.2.2']) await send(client, 3);
    for (let other = 2; other < limits.rateLimitedClients; other += 1) await send(`other-${other}`);
    expect(await send('192.0.2.1')).toBe(2);
    await send('one more');
    expect(await send('192.0.2.1')).toBe(2);
    expect(await send('192.0.2.2')).toBe(0);
  });
});
