import type { EndRequest, Requester, Response } from '@algolia/client-common';

/** What the page sends to the search worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Absolute address of the index the build wrote. */
      readonly index: string;
      readonly indexName: string;
    }
  | {
      readonly kind: 'query';
      readonly id: number;
      /** Path of the search protocol: `/1/indexes/*` + `/queries`. */
      readonly path: string;
      readonly body: string;
    };

/** A response in the search protocol; status 0 where the index cannot be had. */
export interface WorkerResponse {
  readonly kind: 'response';
  readonly id: number;
  readonly status: number;
  readonly content: string;
}

/** What the worker sends back; `progress` says that a part of the index has arrived. */
export type FromWorker = WorkerResponse | { readonly kind: 'progress' };

/** The name by which the official client knows the worker among its hosts. Nothing is ever sent to it. */
export const workerHost = 'search.worker.invalid';

interface WorkerOptions {
  /** Absolute address of the index. */
  readonly index: string;
  readonly indexName: string;
  readonly createWorker?: () => Worker;
}

interface Pending {
  settle(response: Response): void;
  /** Restarts the read timeout. */
  extend(): void;
}

const createSearchWorker = () => new Worker(new URL('./search.worker.ts', import.meta.url));
const unavailable: Response = { status: 0, content: 'No search index', isTimedOut: false };

/**
 * A transport of the official client that asks a worker of the page instead of the network. The read timeout of a request
 * counts from the last part of the index that arrived: a slow line is waited for, one that hangs is not.
 */
export function createWorkerRequester(options: WorkerOptions): Requester & { warm(): void } {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;

  function onMessage(message: FromWorker): void {
    if (message.kind === 'progress') {
      for (const request of pending.values()) request.extend();
      return;
    }
    const { id, status, content } = message;
    pending.get(id)?.settle({ status, content, isTimedOut: false });
  }

  function start(): Worker {
    if (worker) return worker;
    worker = (options.createWorker ?? createSearchWorker)();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
    // The script itself could not be had: the next query tries again.
    worker.onerror = () => {
      worker = undefined;
      for (const request of [...pending.values()]) request.settle(unavailable);
    };
    post(worker, { kind: 'start', index: options.index, indexName: options.indexName });
    return worker;
  }

  function send({ url, data, responseTimeout }: EndRequest): Promise<Response> {
    const id = (lastId += 1);
    return new Promise((resolve) => {
      const settle = (response: Response) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(response);
      };
      const expire = () => settle({ ...unavailable, isTimedOut: true });
      let timer = setTimeout(expire, responseTimeout);
      const extend = () => {
        clearTimeout(timer);
        timer = setTimeout(expire, responseTimeout);
      };
      pending.set(id, { settle, extend });
      const body = typeof data === 'string' ? data : '';
      post(start(), { kind: 'query', id, path: new URL(url).pathname, body });
    });
  }

  return { send, warm: () => void start() };
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
