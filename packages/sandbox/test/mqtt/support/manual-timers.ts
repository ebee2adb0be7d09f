import type { Timer, Timers } from '../../../src/mqtt/timers.ts';
import { Inbox } from './inbox.ts';

interface Wait {
  readonly action: () => void;
  /** When it ends, in milliseconds of the test. */
  due: number;
}

/** Timers that the test moves. */
export class ManualTimers implements Timers {
  /** Milliseconds of every wait that has begun, for a test to wait for one. */
  readonly begun = new Inbox<number>();
  private readonly waits = new Set<Wait>();
  private time = 0;

  set(action: () => void, milliseconds: number): Timer {
    const wait: Wait = { action, due: this.time + milliseconds };
    this.waits.add(wait);
    this.begun.push(milliseconds);
    return {
      refresh: () => void (wait.due = this.time + milliseconds),
      clear: () => void this.waits.delete(wait),
    };
  }

  soon(action: () => void): void {
    setImmediate(action);
  }

  next(action: () => void): void {
    process.nextTick(action);
  }

  /** Lets time pass, and ends the waits that are over. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const wait of this.waits) {
      if (wait.due > this.time) continue;
      this.waits.delete(wait);
      wait.action();
    }
  }
}
