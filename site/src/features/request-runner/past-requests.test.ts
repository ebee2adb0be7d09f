import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearResend } from './resend';
import {
  resendOnItsPage,
  requestToResend,
  clearHistory,
  historyLength,
  pastRequests,
  addToHistory,
  type PastRequest,
} from './past-requests';

const past = (number: number, operation = 'node-list'): PastRequest => ({
  id: `id-${number}`,
  api: 'platform',
  operation,
  title: 'List nodes',
  page: `/platform-api/${operation}/`,
  server: 'https://api.anedya.io/v1',
  scheme: 'apiKey',
  body: `{"limit":${number}}`,
  at: number,
  result: '200 OK',
  succeeded: true,
  milliseconds: 12,
});

/** Web storage (HTML, 12.2), the part that is used. */
function storage(setItem?: () => never) {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    removeItem: (key: string) => void map.delete(key),
    setItem: setItem ?? ((key: string, value: string) => void map.set(key, value)),
  };
}

let tab = storage();
beforeEach(() => {
  tab = storage();
  vi.stubGlobal('sessionStorage', tab);
  clearHistory();
});

describe('the requests of a tab', () => {
  it('are stored, newest first, at most twenty', () => {
    for (let number = 1; number <= historyLength + 5; number += 1) addToHistory(past(number));
    expect(pastRequests().map(({ at }) => at)).toEqual(
      Array.from({ length: historyLength }, (_, index) => historyLength + 5 - index),
    );
  });

  it('contain no credentials', () => {
    addToHistory(past(1));
    expect(Object.keys(pastRequests()[0] ?? {}).sort()).toEqual(Object.keys(past(1)).sort());
  });

  it('are stored without large bodies', () => {
    const body = 'x'.repeat(100_000);
    addToHistory({ ...past(1), body, portableBody: body });
    expect(pastRequests()[0]).toMatchObject({ body: '', isTooLong: true });
    expect(pastRequests()[0]).not.toHaveProperty('portableBody');
  });

  it('ignore invalid stored content', () => {
    for (const text of ['{', '"x"', '[1]', '[{}]', '[null]']) {
      tab.map.set('docs-requests', text);
      expect(pastRequests()).toEqual([]);
    }
  });

  it('are kept in memory when storage is blocked', () => {
    const full = storage(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('sessionStorage', full);
    addToHistory(past(1));
    expect(pastRequests()).toHaveLength(1);
  });
});

describe('a request of another page', () => {
  it('is resent by its own page, once', () => {
    addToHistory(past(1, 'node-list'));
    addToHistory(past(2, 'node-create'));
    resendOnItsPage(past(1, 'node-list'));
    expect(requestToResend('platform/node-create')).toBeUndefined();
    // An operation of the other API can have the same id.
    expect(requestToResend('device/node-list')).toBeUndefined();
    expect(requestToResend('platform/node-list')).toMatchObject({ id: 'id-1' });
    clearResend();
    expect(requestToResend('platform/node-list')).toBeUndefined();
  });
});
