import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeOf } from './support/examples.ts';

const ttlSec = 300;
let tokens = 0;
/** Ids of the tokens that signed the requests, and the addresses of these. */
let used: (string | null)[] = [];
let asked: string[] = [];
/** What the platform responds next, instead of a success. */
let next: Response | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_767_225_600_000 });
  vi.resetModules();
  tokens = 0;
  used = [];
  asked = [];
  next = undefined;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url === '/access-token') {
      tokens += 1;
      return Promise.resolve(Response.json({ tokenId: `token-${tokens}`, secret: 'x', ttlSec }));
    }
    asked.push(url);
    used.push(new Headers(init.headers).get('x-anedya-TokenId'));
    return Promise.resolve(next ?? Response.json({ success: true }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Refresh {
  readonly send: (path: string, payload: object, baseUrl?: string) => Promise<unknown>;
}

const load = async () => (await import(placeOf('access-token/refresh.mjs'))) as Refresh;

test('access-token/refresh.mjs shares a token, and replaces it a minute before it expires', async () => {
  const { send } = await load();
  await Promise.all([send('/data/latest', {}), send('/data/getData', {})]);
  vi.advanceTimersByTime((ttlSec - 61) * 1000);
  await send('/data/latest', {});
  expect(used).toEqual(['token-1', 'token-1', 'token-1']);
  vi.advanceTimersByTime(2000);
  await send('/data/latest', {});
  expect(used.at(-1)).toBe('token-2');
});

test.each([
  ['HTTP 401', Response.json({ success: false }, { status: 401 })],
  ['a failure with HTTP 200', Response.json({ success: false, reasonCode: 'auth::tokennotfound' })],
])('access-token/refresh.mjs gets a new token after %s', async (_, response) => {
  const { send } = await load();
  next = response;
  await expect(send('/data/latest', {})).rejects.toThrow();
  next = undefined;
  await send('/data/latest', {});
  expect(used).toEqual(['token-1', 'token-2']);
});

test('access-token/refresh.mjs sends requests to another base URL', async () => {
  const { send } = await load();
  await send('/data/latest', {}, 'http://localhost:3000/sandbox/platform/v1');
  expect(asked).toEqual(['http://localhost:3000/sandbox/platform/v1/data/latest']);
});
