import { describe, expect, it } from 'vitest';
import { boardWorkers, engineBytes } from '../../../test/support/board-worker';
import type { BrokerEvents } from './broker';
import { type BoardHost, createBoard, systemClock } from './program-board';

const createWorker = await boardWorkers();
const engine = engineBytes();

const sandbox = 'broker.example';

/** A board with a real interpreter in a thread, and a broker that the test controls. */
function realBoard() {
  let hasNetwork = true;
  const listeners = new Set<() => void>();
  const duties: Record<number, number> = {};
  const connections: { events: BrokerEvents; sent: string[]; end: string }[] = [];
  const host: BoardHost = {
    start: () =>
      Promise.resolve({
        files: { 'config.py': `SERVER = "${sandbox}"\n` },
        wifi: { ssid: 'greenhouse', password: 'tomatoes' },
      }),
    inputs: () => ({ hasNetwork, levels: { 5: 1 }, climates: { 15: '22.5 60' } }),
    onInputs: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setOutputs: (changed) => Object.assign(duties, changed),
    openBroker: ({ server }, events) => {
      if (server !== sandbox) return undefined;
      const connection = { events, sent: [] as string[], end: '' };
      connections.push(connection);
      queueMicrotask(events.onReady);
      return {
        publish: (topic, text, qos, onAck) => {
          connection.sent.push(`${topic} ${text} ${qos}`);
          onAck({ isGood: true });
        },
        subscribe: (_topic, qos, onGranted) => onGranted(qos),
        end: () => {
          connection.end = 'end';
        },
        drop: () => {
          connection.end = 'drop';
        },
      };
    },
  };
  const board = createBoard({
    host,
    createWorker,
    loadEngine: () => Promise.resolve(engine),
    clock: systemClock,
  });
  const texts = () => board.getState().output.map(({ text }) => text);
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        stop();
        resolve();
      };
      const stop = board.subscribe(look);
      look();
    });
  return {
    board,
    duties,
    connections,
    texts,
    until,
    setNetwork: (on: boolean) => {
      hasNetwork = on;
      for (const listener of listeners) listener();
    },
    /** Runs a program to its end. @returns its output */
    result: async (source: string) => {
      board.run(source);
      await until(() => ['ended', 'off'].includes(board.getState().phase));
      return texts();
    },
  };
}

describe('a program', () => {
  it('runs with asyncio, and ends', async () => {
    const { result } = realBoard();
    expect(
      await result(
        'import asyncio, config\nasync def main():\n  await asyncio.sleep_ms(5)\n  print(config.SERVER)\nasyncio.run(main())\nprint("end")',
      ),
    ).toEqual([sandbox, 'end']);
  });

  it('does not start by a soft reset while the board has no power', async () => {
    const { board, result } = realBoard();
    await result('print(1)');
    board.powerOff();
    board.softReset();
    expect(board.getState().phase).toBe('off');
    board.powerOff();
  });

  it('prints tracebacks with lines of main.py', async () => {
    const { board, result } = realBoard();
    await result('def f():\n  return 1 / 0\n\nf()\n');
    expect(board.getState().output.map(({ text, kind, line }) => [text, kind, line])).toEqual([
      ['Traceback (most recent call last):', 'error', undefined],
      ['  File "main.py", line 4, in <module>', 'error', 4],
      ['  File "main.py", line 2, in f', 'error', 2],
      ['ZeroDivisionError: divide by zero', 'error', undefined],
    ]);
  });

  it.each([
    ['def f(:\n  pass', 'SyntaxError: invalid syntax'],
    ['import asyncio\nawait asyncio.sleep(1)', "SyntaxError: 'await' outside function"],
    ['def f(n): return f(n + 1)\nf(0)', 'RuntimeError: maximum recursion depth exceeded'],
    ['import js', "ImportError: no module named 'js'"],
    ['import jsffi', "ImportError: no module named 'jsffi'"],
    ['import requests', "ImportError: no module named 'requests'"],
    [
      'import asyncio\nasync def main(): pass\ndef f(): asyncio.run(main())\nf()',
      'RuntimeError: on this page, call asyncio.run() outside of functions',
    ],
  ])('%j ends with an error', async (source, error) => {
    expect((await realBoard().result(source)).at(-1)).toBe(error);
  });
});
