import type { whenVisible as WhenVisible } from './visible-links';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A browser with one observer; the test controls idle times and visible links. */
function fakeBrowser({ msLeft }: { readonly msLeft: number }) {
  const idle: ((deadline: { timeRemaining: () => number }) => void)[] = [];
  const observed = new Set<Element>();
  const observers: { show: (...links: Element[]) => void }[] = [];
  class FakeObserver {
    constructor(onIntersection: (entries: object[]) => void) {
      observers.push({
        show: (...links) => {
          onIntersection(
            links.map((target) => ({ target, isIntersecting: true, intersectionRatio: 1 })),
          );
        },
      });
    }
    observe = (link: Element) => observed.add(link);
    unobserve = (link: Element) => observed.delete(link);
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('requestIdleCallback', (run: (typeof idle)[number]) => idle.push(run));
  return {
    observed,
    observers,
    /** Runs idle callbacks. */
    becomeIdle: () => {
      idle.splice(0).forEach((run) => {
        run({ timeRemaining: () => msLeft });
      });
    },
  };
}

const link = () => ({}) as Element;

let whenVisible: typeof WhenVisible;

beforeEach(async () => {
  vi.resetModules();
  ({ whenVisible } = await import('./visible-links'));
});
afterEach(() => vi.unstubAllGlobals());

describe('whenVisible', () => {
  it('observes links when the browser is idle, all with one observer', () => {
    const browser = fakeBrowser({ msLeft: 40 });
    const [first, second] = [link(), link()];
    whenVisible(first, () => undefined);
    whenVisible(second, () => undefined);
    expect(browser.observed).toEqual(new Set());
    browser.becomeIdle();
    expect(browser.observed).toEqual(new Set([first, second]));
    expect(browser.observers).toHaveLength(1);
  });

  it('calls back once, at an idle time after the link has become visible', () => {
    const browser = fakeBrowser({ msLeft: 40 });
    const callback = vi.fn();
    const shown = link();
    whenVisible(shown, callback);
    browser.becomeIdle();
    browser.observers[0]?.show(shown);
    expect(callback).not.toHaveBeenCalled();
    expect(browser.observed).toEqual(new Set());
    browser.becomeIdle();
    browser.becomeIdle();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('continues with other links at the next idle time', () => {
    const browser = fakeBrowser({ msLeft: 1 });
    const callbacks = [vi.fn(), vi.fn()];
    const links = callbacks.map((callback) => {
      const shown = link();
      whenVisible(shown, callback);
      return shown;
    });
    browser.becomeIdle();
    browser.becomeIdle();
    browser.observers[0]?.show(...links);
    browser.becomeIdle();
    expect(callbacks.map((callback) => callback.mock.calls.length)).toEqual([1, 0]);
    browser.becomeIdle();
    expect(callbacks.map((callback) => callback.mock.calls.length)).toEqual([1, 1]);
  });

  it.each(['before it is observed', 'while it is observed', 'while its callback is pending'])(
    'does not call back for a link that is removed %s',
    (when) => {
      const browser = fakeBrowser({ msLeft: 40 });
      const callback = vi.fn();
      const removed = link();
      const visibility = whenVisible(removed, callback);
      if (when !== 'before it is observed') browser.becomeIdle();
      if (when === 'while its callback is pending') browser.observers[0]?.show(removed);
      visibility.disconnect();
      browser.becomeIdle();
      expect(browser.observed).toEqual(new Set());
      browser.becomeIdle();
      expect(callback).not.toHaveBeenCalled();
    },
  );

  it('works without requestIdleCallback', () => {
    const browser = fakeBrowser({ msLeft: 40 });
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    const callback = vi.fn();
    const shown = link();
    whenVisible(shown, callback);
    vi.runAllTimers();
    browser.observers[0]?.show(shown);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(callback).toHaveBeenCalledTimes(1);
  });
});
