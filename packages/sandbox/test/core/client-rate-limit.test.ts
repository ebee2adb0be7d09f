import { expect, it } from 'vitest';
import { clientRateLimit } from '../../src/core/client-rate-limit.ts';
import { localSharedState } from '../../src/core/shared-state.ts';

const open = () => {
  const shared = localSharedState({ now: () => 0 });
  return clientRateLimit(shared, 'rate', { burst: 2, perSecond: 1 });
};

it('counts a client, and larger blocks of IPv6 addresses with larger limits', async () => {
  const rate = open();
  const taken: boolean[] = [];
  for (const last of ['1', '1', '1', '2', '3', '3', '100', '200', '300', '400', '500']) {
    taken.push(await rate.take(`2001:db8:1:${last}`));
  }
  // Two of a /64, four of a /56, eight of a /48.
  const expected = [true, true, false, true, true, false, true, true, true, true, false];
  expect(taken).toEqual(expected);
  expect(await rate.hasCapacity('2001:db8:2:1')).toBe(true);
});

it('does not count what it rejects for others of the block', async () => {
  const rate = open();
  for (let count = 0; count < 10; count += 1) await rate.take('2001:db8:1:1');
  expect([await rate.take('2001:db8:1:2'), await rate.take('2001:db8:1:2')]).toEqual([true, true]);
});

it('counts an IPv4 address alone', async () => {
  const rate = open();
  const taken = [];
  for (const client of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    taken.push(await rate.take(client));
  }
  expect(taken).toEqual([true, true, false, true]);
});
