import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../src/search/rate-limit.ts';
import { TestClock } from '../support/search-app.ts';

function limitOf(options: Partial<ConstructorParameters<typeof RateLimit>[0]> = {}) {
  const clock = new TestClock();
  const limit = new RateLimit({ burst: 3, perSecond: 2, clients: 2, now: clock.now, ...options });
  const take = (client: string, times: number) =>
    Array.from({ length: times }, () => limit.take(client));
  return { clock, limit, take };
}

describe('a rate limit', () => {
  it('lets a burst pass, and no more', () => {
    const { take } = limitOf();
    expect(take('a', 5)).toEqual([0, 0, 0, 1, 1]);
  });

  it('lets through again what time has earned', () => {
    const { clock, take } = limitOf();
    take('a', 3);
    clock.time = 499;
    expect(take('a', 1)).toEqual([1]);
    clock.time = 500;
    expect(take('a', 2)).toEqual([0, 1]);
    clock.time = 3_600_000;
    expect(take('a', 4)).toEqual([0, 0, 0, 1]);
  });

  it('tells the whole seconds to wait', () => {
    const { take } = limitOf({ perSecond: 0.1 });
    expect(take('a', 4)).toEqual([0, 0, 0, 10]);
  });

  it('lets a client pay for a dear request afterwards', () => {
    const { clock, limit, take } = limitOf();
    take('a', 1);
    limit.charge('a', 6);
    limit.charge('unknown', 6);
    expect(take('a', 1)).toEqual([3]);
    clock.time = 3000;
    expect(take('a', 1)).toEqual([0]);
    expect(take('unknown', 1)).toEqual([0]);
  });

  it('counts each client alone', () => {
    const { take } = limitOf();
    take('a', 4);
    expect(take('b', 3)).toEqual([0, 0, 0]);
  });

  it('forgets the client seen longest ago when there are too many', () => {
    const { limit, take } = limitOf();
    take('a', 4);
    take('b', 4);
    take('a', 1);
    take('c', 1);
    expect(limit.size).toBe(2);
    expect(take('a', 1)).toEqual([1]);
    expect(take('b', 1)).toEqual([0]);
  });

  it('gives nothing for a clock that goes back', () => {
    const { clock, take } = limitOf();
    clock.time = 10_000;
    take('a', 3);
    clock.time = 0;
    expect(take('a', 1)).toEqual([1]);
  });
});
