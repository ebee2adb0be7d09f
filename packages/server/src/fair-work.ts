import type { IncomingMessage, ServerResponse } from 'node:http';
import { Budget, clientKey, WorkQueue, WorkRejected } from '@anedya-docs/sandbox/fairness';
import { limits } from './limits.ts';
import { clientOf } from './sandbox/headers.ts';

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
  new Budget({ burst: max, perSecond: (max / window) * 1000 });

/** Divides the time of this process between its clients, and limits what each of them may use in the long run. */
export class FairWork {
  private readonly budget = new Budget(limits.work.budget);
  private readonly queue = new WorkQueue(limits.work.queue, this.budget);

  /**
   * Runs synchronous work when it is its client's turn. A promise that the job returns is not waited for.
   * @param client its key
   * @param signal aborted when the client leaves
   * @throws WorkRejected when too much work is waiting, or the client has left
   */
  async run<T>(client: string, job: () => T, signal?: AbortSignal): Promise<T> {
    // A promise in an object is a value for the queue.
    const { result } = await this.queue.run(client, () => ({ result: job() }), signal);
    return result;
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
    this.queue.run(client, job).catch((error: unknown) => {
      if (!(error instanceof WorkRejected)) throw error;
      const headers = { 'retry-after': String(limits.retryAfter), 'content-length': '0' };
      response.writeHead(503, headers).end();
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
