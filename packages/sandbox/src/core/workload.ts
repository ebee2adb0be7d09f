import { Budget, Slots, WorkQueue, WorkRejected } from '../serve/fairness/index.ts';
import { RetryLater } from './errors.ts';
import { limits } from './limits.ts';

/** Estimated seconds until a client has less work, or less data, in flight. */
const soon = 2;

/** Notes which clients have work that runs, so that one whose work ends the process waits after the restart. */
export interface CrashJournal {
  /** @returns a function to call at the end of the work */
  start(client: string): () => void;
  /** Notes the ends, before a response tells a client of them. Work of a client that has begun again by then needs no note. */
  writeEnds(): void;
  /** Seconds that a client must wait, because its work ran when the process ended; 0 for most. */
  wait(client: string): number;
}

const noJournal: CrashJournal = {
  start: () => () => undefined,
  writeEnds: () => undefined,
  wait: () => 0,
};

function tooBusy(): RetryLater {
  const text = 'This sandbox is busy with requests of many clients. Try again in a few seconds.';
  return new RetryLater(503, 'sandbox::busy', text, soon);
}

/** Holds bytes for a request. */
export interface Held {
  /** Adds bytes. @throws RetryLater if the client, or the sandbox, would hold too many */
  readonly add: (bytes: number) => void;
  readonly release: () => void;
}

/** What clients may have in flight, and whose request is next. See `limits.work`. */
export class Workload {
  private readonly queue: WorkQueue;
  private readonly memory = new Slots(limits.work.memory);

  /**
   * @param running requests that run at the same time: one for a store with one connection
   * @param later runs an action in a later iteration of the event loop
   */
  constructor(
    running: number,
    later: (action: () => void) => void,
    private readonly journal: CrashJournal = noJournal,
  ) {
    const { slice, waiting, time } = limits.work;
    this.queue = new WorkQueue({ running, slice, waiting }, new Budget(time), { soon: later });
  }

  /**
   * Runs a part of a request when it is its client's turn, so that the requests of a client wait for its own requests, and not
   * for those of others. A part must not wait for another one.
   * @throws RetryLater 429 if too many requests of the client wait, 503 if too many wait in total
   */
  async run<T>(client: string, part: () => Promise<T>): Promise<T> {
    this.checkCrashes(client);
    try {
      return await this.queue.run(client, () => this.journaled(client, part));
    } catch (error) {
      if (!(error instanceof WorkRejected)) throw error;
      if (error.reason !== 'client') throw tooBusy();
      const { client: most } = limits.work.waiting;
      const text = `An address can have ${most} requests waiting. Wait for their responses before you send more.`;
      throw new RetryLater(429, 'sandbox::toomanywaiting', text, soon);
    } finally {
      this.journal.writeEnds();
    }
  }

  /** Runs long work that yields to others by itself, and notes whose work it is. */
  async noted<T>(client: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.journaled(client, work);
    } finally {
      this.journal.writeEnds();
    }
  }

  private async journaled<T>(client: string, work: () => Promise<T>): Promise<T> {
    const end = this.journal.start(client);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** @throws RetryLater 503 if the work of the client ran when the process ended, for a time that grows each time */
  checkCrashes(client: string): void {
    const seconds = this.journal.wait(client);
    if (seconds === 0) return;
    const text = `The sandbox stopped while it processed a request of this address. Try again in ${seconds} seconds.`;
    throw new RetryLater(503, 'sandbox::afterstop', text, seconds);
  }

  /**
   * Starts to hold memory for a request of a client. When all memory is held, the client that holds the most loses what it has
   * held longest.
   * @param onLost called then: the request must end
   */
  hold(client: string, onLost?: () => void): Held {
    const releases: (() => void)[] = [];
    const release = () => {
      for (const each of releases.splice(0)) each();
    };
    const lost =
      onLost &&
      (() => {
        release();
        onLost();
      });
    return {
      add: (bytes) => {
        const slot = this.memory.acquire(client, lost, bytes);
        if (typeof slot === 'function') {
          releases.push(slot);
          return;
        }
        release();
        if (slot === 'all') throw tooBusy();
        const text =
          'This address has too much data in flight. Wait for the responses before you send more.';
        throw new RetryLater(429, 'sandbox::toomuchdata', text, soon);
      },
      release,
    };
  }
}
