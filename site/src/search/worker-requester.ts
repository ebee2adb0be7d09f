import type { EndRequest, Requester, Response } from '@algolia/client-common';
import type { FromWorker, ToWorker } from './worker-messages';

/** The name by which the official client knows the worker among its hosts. Nothing is ever sent to it. */
export const workerHost = 'search.worker.invalid';

/** How long the worker may take, with the index still to fetch, in milliseconds. */
const patience = 30_000;

export interface WorkerOptions {
  /** Absolute address of the index. */
  readonly index: string;
  readonly indexName: string;
  readonly createWorker?: () => Worker;
}

const createSearchWorker = () => new Worker(new URL('./search.worker.ts', import.meta.url));
const unavailable: Response = { status: 0, content: 'No search index', isTimedOut: false };

/** A transport of the official client that asks a worker of the page instead of the network. */
export function createWorkerRequester(options: WorkerOptions): Requester & { warm(): void } {
  const pending = new Map<number, (response: Response) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  function settle(id: number, response: Response): void {
    pending.get(id)?.(response);
    pending.delete(id);
  }

  function start(): Worker {
    if (worker) return worker;
    worker = (options.createWorker ?? createSearchWorker)();
    worker.onmessage = ({ data: { id, status, content } }: MessageEvent<FromWorker>) =>
      settle(id, { status, content, isTimedOut: false });
    // The script itself could not be had: the next query tries again.
    worker.onerror = () => {
      worker = undefined;
      [...pending.keys()].forEach((id) => settle(id, unavailable));
    };
    post(worker, { kind: 'start', index: options.index, indexName: options.indexName });
    return worker;
  }

  function send({ url, data }: EndRequest): Promise<Response> {
    const id = (lastId += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(id, { ...unavailable, isTimedOut: true }), patience);
      pending.set(id, (response) => {
        clearTimeout(timer);
        resolve(response);
      });
      const body = typeof data === 'string' ? data : '';
      post(start(), { kind: 'query', id, path: new URL(url).pathname, body });
    });
  }

  return { send, warm: () => void start() };
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
