import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeOf } from './support/examples.ts';

const ttlSec = 300;
let tokens = 0;
/** Ids of the tokens that signed the requests. */
let used: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_767_225_600_000 });
  vi.resetModules();
  tokens = 0;
  used = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url === '/access-token') {
      tokens += 1;
      return Promise.resolve(Response.json({ tokenId: `token-${tokens}`, secret: 'x', ttlSec }));
    }
    used.push(new Headers(init.headers).get('x-anedya-TokenId'));
    return Promise.resolve(Response.json({ success: true }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Refresh {
  readonly send: (path: string, payload: object) => Promise<unknown>;
}

test('access-token/refresh.mjs shares a token, and replaces it a minute before it expires', async () => {
  const { send } = (await import(placeOf('access-token/refresh.mjs'))) as Refresh;
  await Promise.all([send('/data/latest', {}), send('/data/getData', {})]);
  vi.advanceTimersByTime((ttlSec - 61) * 1000);
  await send('/data/latest', {});
  expect(used).toEqual(['token-1', 'token-1', 'token-1']);
  vi.advanceTimersByTime(2000);
  await send('/data/latest', {});
  expect(used.at(-1)).toBe('token-2');
});
