import type { IncomingMessage, ServerResponse } from 'node:http';
import { Budget, clientKey, WorkQueue, WorkRejected } from '@anedya-docs/sandbox/fairness';
import { limits } from './limits.ts';
import { clientOf } from './sandbox/forwarded-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The work of this process for its clients. */
    work: FairWork;
  }
}

/** How many requests a client may send at once, and again over the course of a window, in milliseconds. */
export interface WindowRate {
  readonly max: number;
  readonly window: number;
}

export const requestBudget = ({ max, window }: WindowRate): Budget =>
  new Budget({ burst: max, perSecond: (max / window) * 1000 }, () => Date.now());

/** A client has used its share of the time of this process. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';

  /** @param seconds after which to try again */
  constructor(readonly seconds: number) {
    super(`This address has used its time on this server. Try again in ${seconds} seconds.`);
  }
}

/** Divides the time of this process between its clients, and limits what each of them may use in the long run. */
export class FairWork {
  private readonly budget: Budget;
  private readonly queue: WorkQueue;

  /** @param now milliseconds, from any origin */
  constructor(now?: () => number) {
    this.budget = new Budget(limits.work.budget, now);
    this.queue = new WorkQueue(limits.work.queue, this.budget, now && { now });
  }

  /**
   * Runs synchronous work when it is its client's turn.
   * @param client its key
   * @param signal aborted when the client leaves
   * @throws WorkRejected when too much work is waiting, or the client has left
   * @throws BudgetExceeded when the client has used its time before its turn
   */
  run<T>(client: string, job: () => T, signal?: AbortSignal): Promise<T> {
    const paid = () => {
      const seconds = this.wait(client);
      if (seconds > 0) throw new BudgetExceeded(seconds);
      return job();
    };
    return this.queue.run(client, paid, signal);
  }

  /** Seconds until a client may request expensive work; 0 if it may. */
  wait(client: string): number {
    return this.budget.wait(client);
  }

  /** Starts the handler of a request in its client's turn. */
  schedule(
    trustProxy: boolean,
    request: IncomingMessage,
    response: ServerResponse,
    start: () => void,
  ): void {
    const client = clientKey(clientOf(request, trustProxy).ip);
    const job = () => {
      if (!response.destroyed) start();
    };
    this.queue.enqueue(client, job, {
      resolve: () => undefined,
      reject: (error) => {
        if (!(error instanceof WorkRejected)) throw error;
        const headers = { 'retry-after': String(limits.retryAfter), 'content-length': '0' };
        response.writeHead(503, headers).end();
      },
    });
  }
}

/** Returns the controller of a signal that is aborted when a client disconnects before its response is complete. */
export function clientSignal(response: ServerResponse): AbortController {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving;
}
