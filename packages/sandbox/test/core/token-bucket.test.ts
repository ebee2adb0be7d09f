import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBucket, TokenBuckets } from '../../src/core/token-bucket.ts';

test('in any time, no more than the burst and what the rate adds is let through', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(3000), tries: fc.nat(20) }));
  fc.assert(
    fc.property(steps, (taken) => {
      const clock = { time: 0, now: () => clock.time };
      const bucket = new TokenBucket({ burst: 5, perSecond: 2 }, clock);
      let through = 0;
      for (const { wait, tries } of taken) {
        clock.time += wait;
        for (let count = 0; count < tries; count += 1) through += bucket.take() ? 1 : 0;
      }
      expect(through).toBeLessThanOrEqual(5 + (clock.time / 1000) * 2);
    }),
  );
});

test('a clock that is set back takes nothing away', () => {
  const clock = { time: 10_000, now: () => clock.time };
  const bucket = new TokenBucket({ burst: 1, perSecond: 1 }, clock);
  clock.time = 0;
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  clock.time = 1000;
  expect(bucket.take()).toBe(true);
});

test('the least recently used key is removed', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0 }, { now: () => 0 }, 2);
  expect(buckets.of('a').take() && buckets.of('b').take()).toBe(true);
  buckets.of('a');
  expect(buckets.of('c').take()).toBe(true);
  expect([buckets.of('a').hasToken(), buckets.of('b').hasToken()]).toEqual([false, true]);
});
