import { expect, test, vi } from 'vitest';
import { tickInView, type View } from './tick-in-view';

/** A view whose clock, element and page the test controls. */
function testView() {
  const timers = new Map<number, () => void>();
  const listeners = new Set<() => void>();
  let onChange: (isInView: boolean) => void = () => undefined;
  let id = 0;
  const page = {
    hidden: false,
    addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
  };
  const unwatch = vi.fn();
  const view = {
    clock: {
      setInterval: (callback: () => void) => {
        id += 1;
        timers.set(id, callback);
        return id;
      },
      clearInterval: (timer: number) => void timers.delete(timer),
    },
    page: page as unknown as View['page'],
    watch: (_element: Element, listener: (isInView: boolean) => void) => {
      onChange = listener;
      return unwatch;
    },
  } satisfies View;
  return {
    view,
    unwatch,
    timers,
    listeners,
    tick: () => timers.forEach((callback) => callback()),
    scroll: (isInView: boolean) => onChange(isInView),
    hide: (hidden: boolean) => {
      page.hidden = hidden;
      listeners.forEach((listener) => listener());
    },
  };
}

function start() {
  const test = testView();
  const [onTick, onRun] = [vi.fn(), vi.fn()];
  const element = {} as Element;
  const stop = tickInView(element, { milliseconds: 500, onTick, onRun }, test.view);
  return { ...test, onTick, onRun, stop };
}

test('ticks while the element is in view', () => {
  const { tick, scroll, onTick, onRun } = start();
  tick();
  expect(onTick).not.toHaveBeenCalled();
  scroll(true);
  tick();
  tick();
  expect(onTick).toHaveBeenCalledTimes(2);
  scroll(true);
  tick();
  expect(onTick).toHaveBeenCalledTimes(3);
  scroll(false);
  tick();
  expect(onTick).toHaveBeenCalledTimes(3);
  expect(onRun.mock.calls).toEqual([[true], [false]]);
});

test('ticks while the page is visible', () => {
  const { tick, scroll, hide, onTick, onRun } = start();
  scroll(true);
  hide(true);
  tick();
  expect(onTick).not.toHaveBeenCalled();
  scroll(false);
  hide(false);
  tick();
  expect(onTick).not.toHaveBeenCalled();
  scroll(true);
  tick();
  expect(onTick).toHaveBeenCalledTimes(1);
  expect(onRun.mock.calls).toEqual([[true], [false], [true]]);
});

test('leaves nothing behind when it stops', () => {
  const { scroll, stop, timers, listeners, unwatch, onRun } = start();
  scroll(true);
  stop();
  expect(timers.size).toBe(0);
  expect(listeners.size).toBe(0);
  expect(unwatch).toHaveBeenCalledOnce();
  expect(onRun).toHaveBeenLastCalledWith(false);
});
