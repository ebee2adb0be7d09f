import { describe, expect, it, vi } from 'vitest';
import { outputLength } from './output';
import { createBoard } from './program-board';
import type { FromWorker, ToWorker } from './protocol';

interface FakeWorker {
  readonly posted: ToWorker[];
  readonly send: (message: FromWorker) => void;
  isTerminated: boolean;
}

/** A running board with a clock and workers that the test controls. */
async function runningBoard() {
  let time = 0;
  const timers = new Set<{ at: number; period?: number; action: () => void }>();
  const add = (timer: { at: number; period?: number; action: () => void }) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const workers: FakeWorker[] = [];
  const board = createBoard({
    host: {
      start: () => Promise.resolve({ files: {}, wifi: { ssid: '', password: '' } }),
      inputs: () => ({ hasNetwork: true, levels: {}, climates: {} }),
      onInputs: () => () => undefined,
      setOutputs: () => undefined,
      openBroker: () => undefined,
    },
    createWorker: () => {
      let send: FakeWorker['send'] = () => undefined;
      const worker: FakeWorker = {
        posted: [],
        send: (message) => send(message),
        isTerminated: false,
      };
      workers.push(worker);
      return {
        post: (message) => worker.posted.push(message),
        onMessage: (listener) => {
          send = listener;
        },
        terminate: () => {
          worker.isTerminated = true;
        },
      };
    },
    loadEngine: () => Promise.resolve(new ArrayBuffer(0)),
    clock: {
      now: () => time,
      every: (period, action) => add({ at: time + period, period, action }),
      after: (wait, action) => add({ at: time + wait, action }),
    },
  });
  const pass = (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      time = next.at;
      if (next.period === undefined) timers.delete(next);
      else next.at += next.period;
      next.action();
    }
    time = end;
  };
  const started = async (count: number) => {
    await vi.waitFor(() => expect(workers[count - 1]?.posted[0]?.kind).toBe('start'));
    const worker = workers[count - 1];
    if (!worker) throw new Error('no worker');
    worker.send({ kind: 'started' });
    return worker;
  };
  board.run('program');
  const worker = await started(1);
  const texts = () => board.getState().output.map(({ text }) => text);
  return { board, worker, workers, started, pass, texts };
}

describe('the watchdog', () => {
  it('ends a program that does not yield, and says what to do', async () => {
    const { board, worker, pass, texts } = await runningBoard();
    pass(8_000);
    expect(worker.isTerminated).toBe(false);
    pass(1_000);
    expect(worker.isTerminated).toBe(true);
    expect(board.getState().phase).toBe('ended');
    expect(texts()[0]).toMatch(/^Watchdog: .* Add await asyncio\.sleep/);
  });

  it('lets a program run that yields', async () => {
    const { worker, pass } = await runningBoard();
    for (let second = 0; second < 60; second += 1) {
      pass(1_000);
      if (worker.posted.at(-1)?.kind === 'ping') worker.send({ kind: 'pong' });
    }
    expect(worker.isTerminated).toBe(false);
  });

  it('waits while a program sleeps, and not longer', async () => {
    const { worker, pass } = await runningBoard();
    worker.send({ kind: 'sleep', milliseconds: 60_000 });
    pass(60_000);
    expect(worker.isTerminated).toBe(false);
    pass(10_000);
    expect(worker.isTerminated).toBe(true);
  });
});

describe('Ctrl+C', () => {
  it('ends a program that does not respond', async () => {
    const { board, worker, pass, texts } = await runningBoard();
    board.interrupt();
    pass(1_000);
    expect(worker.isTerminated).toBe(true);
    expect(texts()[0]).toMatch(/cannot receive KeyboardInterrupt/);
  });

  it('leaves a program that yields to its KeyboardInterrupt', async () => {
    const { board, worker, pass } = await runningBoard();
    board.interrupt();
    worker.send({ kind: 'pong' });
    pass(1_000);
    expect(worker.isTerminated).toBe(false);
    expect(worker.posted.map(({ kind }) => kind)).toContain('interrupt');
  });
});

it('starts after a reset are a second apart', async () => {
  const { worker, workers, started, pass } = await runningBoard();
  worker.send({ kind: 'reset' });
  expect([worker.isTerminated, workers.length]).toEqual([true, 1]);
  pass(999);
  expect(workers).toHaveLength(1);
  pass(1);
  await started(2);
  expect(workers).toHaveLength(2);
});

it('keeps the newest lines, and says how many were removed and left out', async () => {
  const { board, worker, texts } = await runningBoard();
  for (let batch = 0; batch < 10; batch += 1) {
    const lines = Array.from({ length: 100 }, (_, index) => `${batch}-${index}`);
    worker.send({ kind: 'output', lines, omitted: batch === 9 ? 1234 : 0, partial: '' });
  }
  expect(board.getState().output).toHaveLength(outputLength);
  expect(texts()[0]).toBe('502 earlier lines removed.');
  expect(texts().slice(-2)).toEqual([
    '1234 lines left out: the program prints faster than the page shows.',
    '9-99',
  ]);
});
