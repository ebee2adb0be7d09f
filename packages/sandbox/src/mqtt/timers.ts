/** A scheduled timer. */
export interface Timer {
  /** Restarts the timer. */
  refresh(): void;
  /** Cancels the timer. */
  clear(): void;
}

/** Source of timers; tests use a simulated one. */
export interface Timers {
  /** Runs an action once, after a delay in milliseconds. */
  set(action: () => void, milliseconds: number): Timer;
  /** Runs an action in a later iteration of the event loop. */
  soon(action: () => void): void;
  /** Runs an action after the code that is running. */
  next(action: () => void): void;
}

/** Timers of the process. */
export const nodeTimers: Timers = {
  set: (action, milliseconds) => {
    const timeout = setTimeout(action, milliseconds);
    return {
      refresh: () => void timeout.refresh(),
      clear: () => {
        clearTimeout(timeout);
      },
    };
  },
  soon: (action) => {
    setImmediate(action);
  },
  next: (action) => {
    process.nextTick(action);
  },
};
