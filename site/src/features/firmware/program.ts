/** A line of the serial output. */
export interface OutputLine {
  readonly id: number;
  readonly text: string;
  /** Line of the program that a line of a traceback names, counted from 1. */
  readonly line?: number;
  /** `error` for tracebacks, `system` for what the page says, such as “Power off”. */
  readonly kind: 'output' | 'error' | 'system';
}

export interface ProgramState {
  /**
   * `loading`: MicroPython loads; `ended`: the program has returned or raised an error, or was interrupted, and the board waits
   * at its prompt.
   */
  readonly phase: 'off' | 'loading' | 'running' | 'ended';
  /** Oldest first, bounded. */
  readonly output: readonly OutputLine[];
}

/** The board of the page that runs a MicroPython program, as the editor uses it. */
export interface ProgramBoard {
  readonly getState: () => ProgramState;
  /** @returns a function that removes the listener */
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts the board with a program as its `main.py`; a program that runs ends first. */
  run(source: string): void;
  /** Ctrl+C: raises KeyboardInterrupt in the program. */
  interrupt(): void;
  /** Ctrl+D: runs the same program again, in a fresh interpreter. */
  softReset(): void;
  /** Cuts the power: the broker gets no DISCONNECT. */
  powerOff(): void;
  clearOutput(): void;
}
