import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../src/limits.ts';
import { useApp } from '../support/app.ts';
import { one, post, searchOptions } from '../support/search-app.ts';

const harness = useApp({ ...searchOptions(), logLevel: 'silent' });
const request = post(one({ query: 'bind' }));
const { max } = limits.search.rate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('limits all networks of an IPv6 subscriber together', async () => {
  const statusFor = async (remoteAddress: string) =>
    (await harness.app.inject({ ...request, remoteAddress })).statusCode;
  let accepted = 0;
  // Each of the 256 networks of the /56 sends fewer requests than one client may.
  for (let round = 0; round < 2; round += 1) {
    for (let network = 0; network < 256; network += 1) {
      const address = `2001:db8:0:${(0x100 + network).toString(16)}::${round + 1}`;
      if ((await statusFor(address)) === 200) accepted += 1;
    }
  }
  expect(accepted).toBe(2 * max);
  expect(await statusFor('2001:db8:1:100::1')).toBe(200);
});
