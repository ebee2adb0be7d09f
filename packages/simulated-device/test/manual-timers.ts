import type { DeviceTimers } from '../src/index.ts';

interface Scheduled {
  readonly at: number;
  readonly action: () => void;
}

/** Lets promises that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that only tests move. */
export class ManualTimers implements DeviceTimers {
  private time = 1_767_225_600_000;
  private readonly scheduled = new Set<Scheduled>();

  now(): number {
    return this.time;
  }

  set(action: () => void, milliseconds: number): () => void {
    const entry = { at: this.time + milliseconds, action };
    this.scheduled.add(entry);
    return () => void this.scheduled.delete(entry);
  }

  /** Number of timers that wait. */
  get waiting(): number {
    return this.scheduled.size;
  }

  /** Moves the clock, and runs the timers in order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...this.scheduled].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.scheduled.delete(next);
      this.time = next.at;
      next.action();
    }
    this.time = end;
    await settled();
  }
}
