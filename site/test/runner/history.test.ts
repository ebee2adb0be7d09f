import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearResend } from '../../src/runner/resend';
import {
  resendOnItsPage,
  callToResend,
  clearHistory,
  historyLength,
  pastCalls,
  addToHistory,
  type PastCall,
} from '../../src/runner/history';

const past = (number: number, call = 'node-list'): PastCall => ({
  id: `id-${number}`,
  api: 'platform',
  call,
  title: 'List nodes',
  page: `/platform-api/${call}/`,
  server: 'https://api.anedya.io/v1',
  scheme: 'apiKey',
  body: `{"limit":${number}}`,
  at: number,
  result: '200 OK',
  succeeded: true,
  milliseconds: 12,
});

/** Web storage (HTML, 12.2), as far as it is used. */
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

describe('the calls of a tab', () => {
  it('are kept, the newest first, twenty of them', () => {
    for (let number = 1; number <= historyLength + 5; number += 1) addToHistory(past(number));
    expect(pastCalls().map(({ at }) => at)).toEqual(
      Array.from({ length: historyLength }, (_, index) => historyLength + 5 - index),
    );
  });

  it('hold no credential', () => {
    addToHistory(past(1));
    expect(Object.keys(pastCalls()[0] ?? {}).sort()).toEqual(Object.keys(past(1)).sort());
  });

  it('are kept without a body that would fill the storage', () => {
    addToHistory({ ...past(1), body: 'x'.repeat(100_000) });
    expect(pastCalls()[0]?.body).toBe('');
  });

  it('survive other content of the storage', () => {
    for (const text of ['{', '"x"', '[1]', '[{}]', '[null]']) {
      tab.map.set('docs-calls', text);
      expect(pastCalls()).toEqual([]);
    }
  });

  it('are in memory where the browser stores nothing', () => {
    const full = storage(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('sessionStorage', full);
    addToHistory(past(1));
    expect(pastCalls()).toHaveLength(1);
  });
});

describe('a call of another page', () => {
  it('is taken up by its own page, once', () => {
    addToHistory(past(1, 'node-list'));
    addToHistory(past(2, 'node-create'));
    resendOnItsPage(past(1, 'node-list'));
    expect(callToResend('node-create')).toBeUndefined();
    expect(callToResend('node-list')).toMatchObject({ id: 'id-1' });
    clearResend();
    expect(callToResend('node-list')).toBeUndefined();
  });
});
