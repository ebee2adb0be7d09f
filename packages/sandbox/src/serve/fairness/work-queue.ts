import type { Budget } from './budget.ts';
import { Slots, type FullReason, type SlotLimits } from './slots.ts';

export interface WorkLimits {
  /**
   * Jobs that run at the same time: 1 for synchronous work, or for work that one database connection does. Those of one client
   * are half of them at most, so that a client whose jobs wait for each other in the database leaves connections to others.
   */
  readonly running: number;
  /** Time of jobs in milliseconds after which the next ones wait for a turn of the event loop, so that it reads from the network. */
  readonly slice: number;
  /** Jobs that wait. */
  readonly waiting: SlotLimits;
}

/** Why a job was not started. */
export class WorkRejected extends Error {
  override readonly name = 'WorkRejected';

  /** @param reason the limit of waiting jobs that is reached, or `canceled` because the client has left */
  constructor(readonly reason: FullReason | 'canceled') {
    super(
      reason === 'canceled'
        ? 'The client has closed its connection.'
        : `Too much work is waiting (${reason}).`,
    );
  }
}

export interface WorkQueueOptions {
  /** Milliseconds, from any origin. */
  readonly now?: () => number;
  /** Calls an action in the next turn of the event loop. */
  readonly soon?: (action: () => void) => void;
}

/** What happens at the end of a job. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly start: () => void;
  readonly reject: (error: WorkRejected) => void;
}

/**
 * Runs jobs of clients one after another, each job charged to its client by measured time. Of the clients that wait, the one
 * that has used the least of its budget is next, so that the backlog of a client delays only that client. After jobs of a slice,
 * the event loop has a turn. A job must not wait for another job of the same queue.
 */
export class WorkQueue {
  private readonly slots: Slots;
  /** Jobs of each client, oldest first. */
  private readonly byClient = new Map<string, Waiting[]>();
  private readonly now: () => number;
  private readonly soon: (action: () => void) => void;
  private running = 0;
  /** Running jobs of each client. */
  private readonly runningOf = new Map<string, number>();
  /** Time of jobs since the queue last waited for a turn: those of several turns, because each wait costs an iteration of the loop. */
  private used = 0;
  private isPausing = false;

  /** @param budget is charged with milliseconds; several queues may share one */
  constructor(
    private readonly limits: WorkLimits,
    private readonly budget: Budget,
    options: WorkQueueOptions = {},
  ) {
    this.slots = new Slots(limits.waiting);
    this.now = options.now ?? (() => performance.now());
    this.soon = options.soon ?? ((action) => void setImmediate(action));
  }

  /** Number of jobs that wait. */
  get size(): number {
    return this.slots.inUse;
  }

  /**
   * Runs a job when it is its client's turn: immediately if nothing waits.
   * @param signal aborted when the client leaves: a job that waits is canceled
   * @throws WorkRejected when the job is not started
   */
  run<T>(client: string, job: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      this.enqueue(client, job, { resolve, reject }, signal);
    });
  }

  /** As `run`, for many short jobs: without a promise. */
  enqueue<T>(
    client: string,
    job: () => T | Promise<T>,
    settle: Settle<T>,
    signal?: AbortSignal,
  ): void {
    const { reject } = settle;
    if (signal?.aborted) reject(new WorkRejected('canceled'));
    else if (this.canStart(client)) this.start(client, job, settle);
    else this.wait(client, { start: () => this.start(client, job, settle), reject }, signal);
  }

  /** Whether the client has fewer running jobs than it may have. */
  private hasCapacity(client: string): boolean {
    return (this.runningOf.get(client) ?? 0) < Math.ceil(this.limits.running / 2);
  }

  private canStart(client: string): boolean {
    if (this.running >= this.limits.running || this.byClient.size > 0) return false;
    return !this.isPausing && this.hasCapacity(client);
  }

  private start<T>(
    client: string,
    job: () => T | Promise<T>,
    { resolve, reject }: Settle<T>,
  ): void {
    const startTime = this.now();
    this.running += 1;
    this.runningOf.set(client, (this.runningOf.get(client) ?? 0) + 1);
    const end = () => this.end(client, startTime);
    try {
      const result = job();
      // Most jobs of the site's process are synchronous: they need no further promise.
      if (result instanceof Promise) result.finally(end).then(resolve, reject);
      else {
        end();
        resolve(result);
      }
    } catch (error) {
      end();
      reject(error);
    }
  }

  private end(client: string, startTime: number): void {
    this.running -= 1;
    const others = (this.runningOf.get(client) ?? 1) - 1;
    if (others > 0) this.runningOf.set(client, others);
    else this.runningOf.delete(client);
    const time = this.now() - startTime;
    this.budget.charge(client, time);
    this.used += time;
    if (this.used >= this.limits.slice && !this.isPausing) {
      this.isPausing = true;
      this.soon(this.turn);
    }
    this.continue();
  }

  private wait(client: string, waiting: Waiting, signal: AbortSignal | undefined): void {
    const leave = (reason: FullReason | 'canceled') => {
      signal?.removeEventListener('abort', cancel);
      this.remove(client, job);
      waiting.reject(new WorkRejected(reason));
    };
    const slot = this.slots.acquire(client, () => leave('all'));
    if (typeof slot === 'string') {
      waiting.reject(new WorkRejected(slot));
      return;
    }
    const cancel = () => {
      slot();
      leave('canceled');
    };
    const job: Waiting = {
      reject: waiting.reject,
      start: () => {
        slot();
        signal?.removeEventListener('abort', cancel);
        waiting.start();
      },
    };
    signal?.addEventListener('abort', cancel);
    const jobs = this.byClient.get(client);
    if (jobs) jobs.push(job);
    else this.byClient.set(client, [job]);
    this.continue();
  }

  private remove(client: string, job: Waiting): void {
    const jobs = this.byClient.get(client) ?? [];
    const at = jobs.indexOf(job);
    if (at >= 0) jobs.splice(at, 1);
    if (jobs.length === 0) this.byClient.delete(client);
  }

  /** Starts the next waiting job when the promise of the job before it has settled. */
  private continue(): void {
    if (this.byClient.size === 0 || this.isPausing || this.running >= this.limits.running) return;
    // `queueMicrotask` takes longer: it runs its action in an async scope.
    void Promise.resolve().then(this.startNext);
  }

  private readonly turn = (): void => {
    this.isPausing = false;
    this.used = 0;
    this.startNext();
  };

  private readonly startNext = (): void => {
    if (this.isPausing || this.running >= this.limits.running) return;
    const job = this.next();
    if (!job) return;
    job.start();
    // Several jobs may have ended before the turn.
    if (this.running > 0) this.continue();
  };

  /** Removes and returns the oldest job of the client that has used the least, of those that may start another one. */
  private next(): Waiting | undefined {
    let least = Infinity;
    let found: string | undefined;
    for (const client of this.byClient.keys()) {
      if (!this.hasCapacity(client)) continue;
      const used = this.budget.used(client);
      if (used < least) [least, found] = [used, client];
    }
    const jobs = found === undefined ? undefined : this.byClient.get(found);
    const job = jobs?.shift();
    if (found === undefined || !jobs || !job) return undefined;
    this.byClient.delete(found);
    // Of clients that have used the same, the one that has waited longest is next.
    if (jobs.length > 0) this.byClient.set(found, jobs);
    return job;
  }
}
