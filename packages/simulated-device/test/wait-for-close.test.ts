import { expect, test } from 'vitest';
import { waitForClose, closeTimeout } from '../src/terminal/wait-for-close.ts';
import { ManualTimers } from './manual-timers.ts';

function start(closed: Promise<unknown>) {
  const timers = new ManualTimers();
  const state = { isOver: false, timers };
  void waitForClose(closed, timers).then(() => (state.isOver = true));
  return state;
}

test('waits until the connection is closed', async () => {
  let close: () => void = () => undefined;
  const state = start(new Promise<void>((resolve) => (close = resolve)));
  await state.timers.advance(closeTimeout - 1);
  expect(state.isOver).toBe(false);
  close();
  await state.timers.advance(0);
  expect(state.isOver).toBe(true);
  expect(state.timers.waiting).toBe(0);
});

test('does not wait longer for a network that hangs', async () => {
  const state = start(new Promise(() => undefined));
  await state.timers.advance(closeTimeout);
  expect(state.isOver).toBe(true);
});

test('does not wait for a connection that has failed', async () => {
  const state = start(Promise.reject(new Error('reset')));
  await state.timers.advance(0);
  expect(state.isOver).toBe(true);
});
