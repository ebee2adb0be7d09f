import { afterEach, expect, it, vi } from 'vitest';
import { readStorage, writeStorage } from './storage';

afterEach(() => vi.unstubAllGlobals());

it('keeps what a full storage rejects until the next value is stored, and does not log it', () => {
  const entries = new Map([['docs-values', 'old']]);
  let isFull = true;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
  });
  const log = vi.spyOn(console, 'error');
  writeStorage('sessionStorage', 'docs-values', 'api key');
  expect(readStorage('sessionStorage', 'docs-values')).toBe('api key');
  isFull = false;
  writeStorage('sessionStorage', 'docs-values', 'new');
  entries.set('docs-values', 'newer, from another script');
  expect(readStorage('sessionStorage', 'docs-values')).toBe('newer, from another script');
  expect(log).not.toHaveBeenCalled();
});
