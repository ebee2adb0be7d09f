import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Session storage of one tab. */
class Storage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

/** Storage that the browser blocks: any use throws. */
const forbidden = new Proxy(
  {},
  {
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  },
);

/** Loads the store with the given storage. */
async function load(storage: object) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', new EventTarget());
  return import('./own-values');
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the values of a reader', () => {
  it('are none at first', async () => {
    const { getValues } = await load(storage);
    expect(getValues()).toEqual({});
  });

  it('are trimmed, and an empty one is removed', async () => {
    const { getValues, setValues } = await load(storage);
    setValues({ nodeId: ' n1\n', apiKey: 'k' });
    setValues({ apiKey: '  ', deviceId: 'd1' });
    expect(getValues()).toEqual({ nodeId: 'n1', deviceId: 'd1' });
  });

  it('last for the tab, under one key of its session storage', async () => {
    const first = await load(storage);
    first.setValues({ nodeId: 'n1', apiKey: 'secret' });
    expect([...storage.entries.keys()]).toEqual(['docs-values']);
    const second = await load(storage);
    expect(second.getValues()).toEqual({ nodeId: 'n1', apiKey: 'secret' });
  });

  it('are removed from storage when they are cleared', async () => {
    const { clearValues, getValues, setValues } = await load(storage);
    setValues({ tokenSecret: 's' });
    clearValues();
    expect(getValues()).toEqual({});
    expect(storage.entries.size).toBe(0);
    setValues({ tokenSecret: 's' });
    setValues({ tokenSecret: '' });
    expect(storage.entries.size).toBe(0);
  });

  it.each([
    ['no JSON', '{"nodeId"', {}],
    ['null', 'null', {}],
    ['a list', '["n1"]', {}],
    ['of other types', '{"nodeId":1,"apiKey":{},"region":"r1"}', { region: 'r1' }],
    ['unknown', '{"password":"p","__proto__":{"nodeId":"n1"}}', {}],
  ])('ignore stored text that is %s', async (_what, text, expected) => {
    storage.setItem('docs-values', text);
    const { getValues } = await load(storage);
    expect(getValues()).toEqual(expected);
  });

  it.each([
    ['forbidden', forbidden],
    [
      'full',
      {
        getItem: () => null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
    ],
  ])('are kept in memory when storage is %s', async (_what, broken) => {
    const { clearValues, getValues, setValues } = await load(broken);
    setValues({ deviceId: 'd1' });
    expect(getValues()).toEqual({ deviceId: 'd1' });
    clearValues();
    expect(getValues()).toEqual({});
  });

  it('notify listeners of every change until they unsubscribe', async () => {
    const { clearValues, getValues, setValues } = await load(storage);
    const { onChange } = await import('./values-choice');
    const seen: object[] = [];
    const leave = onChange(() => seen.push(getValues()));
    setValues({ region: 'r1' });
    clearValues();
    leave();
    setValues({ region: 'r2' });
    expect(seen).toEqual([{ region: 'r1' }, {}]);
  });

  it('are the same object until one changes, as React requires', async () => {
    const { getValues, setValues } = await load(storage);
    setValues({ region: 'r1' });
    expect(getValues()).toBe(getValues());
  });

  it('are empty in server rendering', async () => {
    const { setValues, useValues } = await load(storage);
    setValues({ nodeId: 'n1' });
    const Shown = () => JSON.stringify(useValues());
    expect(renderToString(createElement(Shown))).toBe('{}');
  });
});
