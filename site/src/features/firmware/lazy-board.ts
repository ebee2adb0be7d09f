import type { ProgramBoard, ProgramState } from './program';

const off: ProgramState = { phase: 'off', output: [] };
const loading: ProgramState = { phase: 'loading', output: [] };
const failed: ProgramState = {
  phase: 'off',
  output: [
    {
      id: 0,
      kind: 'system',
      text: 'The board could not be loaded. Check your network connection and run the program again.',
    },
  ],
};

/** Returns a board whose code loads with the first run of a program. */
export function lazyBoard(load: () => Promise<ProgramBoard>): ProgramBoard {
  let state = off;
  let board: ProgramBoard | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const set = (next: ProgramState) => {
    state = next;
    tell();
  };
  /** Number of the last order, which a later one replaces while the code loads. */
  let orders = 0;
  return {
    getState: () => board?.getState() ?? state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run: (source) => {
      if (board) {
        board.run(source);
        return;
      }
      orders += 1;
      const order = orders;
      set(loading);
      load().then(
        (loaded) => {
          if (!board) loaded.subscribe(tell);
          board ??= loaded;
          if (order === orders) board.run(source);
        },
        () => {
          if (order === orders) set(failed);
        },
      );
    },
    interrupt: () => board?.interrupt(),
    softReset: () => board?.softReset(),
    powerOff: () => {
      orders += 1;
      if (board) board.powerOff();
      else set(off);
    },
    clearOutput: () => {
      if (board) board.clearOutput();
      else set({ ...state, output: [] });
    },
  };
}
