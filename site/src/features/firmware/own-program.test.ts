import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OwnProgram, programKey } from './own-program';
import { longestProgram } from './share-link';

const original = 'print("greenhouse")\n';

let entries: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  entries = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key: string) => entries.delete(key),
  });
});
afterEach(() => {
  // Removes what a full storage has rejected, which `storage.ts` keeps.
  isFull = false;
  new OwnProgram(original).edit(original);
  vi.unstubAllGlobals();
});

const texts = ({ text, earlier }: ReturnType<OwnProgram['getState']>) => [text, ...earlier];

describe('the program of the reader', () => {
  it('is the original first, and stores nothing', () => {
    const own = new OwnProgram(original);
    expect(own.getState()).toEqual({ text: original, isChanged: false, earlier: [], isKept: true });
    own.edit('a');
    own.edit(original);
    expect(entries.size).toBe(0);
  });

  it('is there again at the next visit', () => {
    new OwnProgram(original).edit('mine');
    const own = new OwnProgram('a new version of the original');
    expect(own.getState()).toMatchObject({ text: 'mine', isChanged: true });
  });

  it('is the new version of the original for a reader who has not changed it', () => {
    const own = new OwnProgram(original);
    own.edit('mine');
    own.reset();
    expect(texts(new OwnProgram('new').getState())).toEqual(['new', 'mine']);
  });

  it('is not lost when another tab stores its own', () => {
    const [one, other] = [new OwnProgram(original), new OwnProgram(original)];
    one.edit('one');
    one.replace('an exercise');
    other.edit('other');
    other.edit('other, longer');
    expect(texts(new OwnProgram(original).getState())).toEqual([
      'other, longer',
      'one',
      'an exercise',
    ]);
    one.edit('once more');
    expect(texts(new OwnProgram(original).getState())).toEqual([
      'once more',
      'one',
      'an exercise',
      'other, longer',
    ]);
  });

  it('comes back after a reset, also at the next visit', () => {
    new OwnProgram(original).edit('mine');
    new OwnProgram(original).reset();
    const own = new OwnProgram(original);
    expect(texts(own.getState())).toEqual([original, 'mine']);
    own.bringBack();
    expect(texts(own.getState())).toEqual(['mine']);
    expect(texts(new OwnProgram(original).getState())).toEqual(['mine']);
  });

  it('is not lost by any order of other programs, changes and resets', () => {
    const own = new OwnProgram(original);
    own.edit('mine');
    own.replace('of a link');
    own.edit('of a link, changed');
    own.reset();
    own.replace('of a lesson');
    const seen = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      own.bringBack();
      seen.add(own.getState().text);
    }
    expect([...seen].sort()).toEqual(['mine', 'of a lesson', 'of a link, changed']);
  });

  it('is kept once, and a sixth program replaces the oldest', () => {
    const own = new OwnProgram(original);
    for (const text of ['1', '2', '1', '3', '4', '5', '6', '7']) own.replace(text);
    expect(texts(own.getState())).toEqual(['7', '1', '3', '4', '5', '6']);
  });

  it('is not stored when it is too long; the one before stays', () => {
    const own = new OwnProgram(original);
    own.edit('mine');
    own.edit('x'.repeat(longestProgram + 1));
    expect(own.getState().isKept).toBe(false);
    expect(new OwnProgram(original).getState().text).toBe('mine');
    own.edit('mine, shorter');
    expect(own.getState().isKept).toBe(true);
  });

  it.each([
    ['a reset', (own: OwnProgram) => own.reset()],
    ['an offer', (own: OwnProgram) => own.replace('an exercise')],
  ])('is not said to be kept after %s when it is too long', (_, replace) => {
    const own = new OwnProgram(original);
    const long = 'x'.repeat(longestProgram + 1);
    own.edit(long);
    replace(own);
    expect(own.getState()).toMatchObject({ earlier: [long], isKept: false });
    expect(new OwnProgram(original).getState().earlier).toEqual([]);
    own.bringBack();
    own.edit('shorter');
    expect(own.getState().isKept).toBe(true);
  });

  it('says when the storage of the browser is full', () => {
    const own = new OwnProgram(original);
    isFull = true;
    own.edit('mine');
    expect(own.getState()).toMatchObject({ text: 'mine', isKept: false });
    isFull = false;
    own.edit('mine 2');
    expect(own.getState().isKept).toBe(true);
  });

  it.each([
    '{',
    'null',
    '7',
    '{"text":7,"earlier":"a"}',
    `{"text":"${'x'.repeat(longestProgram + 1)}","earlier":[1,null]}`,
  ])('is the original when the storage has %.40s', (text) => {
    entries.set(programKey, text);
    expect(texts(new OwnProgram(original).getState())).toEqual([original]);
  });

  it('tells its listeners', () => {
    const own = new OwnProgram(original);
    const listener = vi.fn();
    const stop = own.subscribe(listener);
    own.edit('a');
    own.replace('a');
    own.bringBack();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    own.reset();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
