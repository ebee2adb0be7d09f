/** A wait that has begun. */
export interface Timer {
  /** Restarts the timer. */
  refresh(): void;
  /** Cancels the wait. */
  clear(): void;
}

/** Where waits come from; tests move their own. */
export interface Timers {
  /** Runs an action once, after so many milliseconds. */
  set(action: () => void, milliseconds: number): Timer;
}

/** The timers of the process. */
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
};
