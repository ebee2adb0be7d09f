import { MqttError, reasons } from './reason.ts';
import type { Timer, Timers } from './timers.ts';
import type { TokenBucket } from './token-bucket.ts';

/**
 * Divides the event loop: in one turn of it, packets of all connections take so much time; the rest waits for later turns,
 * in order. Whatever floods the broker, other work of the process gets its turns in between.
 */
export class Turns {
  private left: number;
  private isScheduled = false;
  private readonly queue: { readonly cost: number; readonly start: () => void }[] = [];

  /** @param perTurn estimated microseconds */
  constructor(private readonly perTurn: number) {
    this.left = perTurn;
  }

  /** @returns when there is time for work of this cost; undefined when there is now */
  take(cost: number): Promise<void> | undefined {
    this.schedule();
    if (this.left > 0 && this.queue.length === 0) {
      this.left -= cost;
      return undefined;
    }
    return new Promise((start) => this.queue.push({ cost, start }));
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.left = this.perTurn;
      while (this.left > 0) {
        const next = this.queue.shift();
        if (!next) return;
        this.left -= next.cost;
        next.start();
      }
      this.schedule();
    });
  }
}

/** Shortest pause of a connection, in milliseconds: many short ones would cost more than they save. */
const shortestPause = 100;

export interface TrafficOptions {
  /** Estimated microseconds that the connection may cost. */
  readonly own: TokenBucket;
  /** Those that all connections of its client may cost. */
  readonly client: TokenBucket;
  /** Pauses that the connection may cause itself before it is disconnected. */
  readonly pauses: TokenBucket;
  readonly turns: Turns;
  readonly timers: Timers;
}

/** What one connection costs, in estimated microseconds of the event loop. Above its rate, it is not read for a while. */
export class Traffic {
  private isClosed = false;
  private timer: Timer | undefined;
  private resume: () => void = () => undefined;

  constructor(private readonly options: TrafficOptions) {}

  /**
   * Counts a cost that has arisen.
   * @returns milliseconds until the connection is within its own rate
   */
  charge(cost: number): number {
    const { own, client } = this.options;
    own.spend(cost);
    client.spend(cost);
    return own.debt();
  }

  /**
   * Counts a cost before it arises.
   * @param more cost that counts in the turn, not in the rates
   * @returns when the connection is within its rates, and it is its turn; undefined when it is now
   * @throws MqttError when the connection stays above its rate
   */
  spend(cost: number, more = 0): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const { client, pauses, turns } = this.options;
    const ownDebt = this.charge(cost);
    const debt = Math.max(ownDebt, client.debt());
    if (debt === 0) return turns.take(cost + more);
    if (ownDebt > 0 && !pauses.take()) {
      const text = 'This client sends too much, and does not slow down. Send fewer packets.';
      throw new MqttError(reasons.messageRateTooHigh, text);
    }
    return this.pause(Math.max(debt, shortestPause)).then(() => turns.take(cost + more));
  }

  /** Ends a pause; nothing is counted afterwards. */
  close(): void {
    this.isClosed = true;
    this.timer?.clear();
    this.resume();
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      this.resume = resume;
      this.timer = this.options.timers.set(resume, milliseconds);
    });
  }
}
