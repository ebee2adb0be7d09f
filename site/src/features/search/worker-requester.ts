import type { EndRequest, Requester, Response } from '@algolia/client-common';

/** Messages from the page to the search worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Absolute URL of the index from the build. */
      readonly index: string;
      readonly indexName: string;
    }
  | {
      readonly kind: 'query';
      readonly id: number;
      /** Path in the search protocol: `/1/indexes/*` + `/queries`. */
      readonly path: string;
      readonly body: string;
    };

/** A response in the search protocol; status 0 if the index is not available. */
export interface WorkerResponse {
  readonly kind: 'response';
  readonly id: number;
  readonly status: number;
  readonly content: string;
}

/**
 * Messages from the worker. `progress` means that its script or a part of the index has arrived, `downloaded` that all has: from
 * then on the worker computes.
 */
export type FromWorker = WorkerResponse | { readonly kind: 'progress' | 'downloaded' };

/** Host name of the worker in the official client. Nothing is sent to it over the network. */
export const workerHost = 'search.worker.invalid';

interface WorkerOptions {
  /** Absolute URL of the index. */
  readonly index: string;
  readonly indexName: string;
  readonly createWorker?: () => Worker;
}

interface Pending {
  settle(response: Response): void;
  /** Restarts the read timeout, or stops it when nothing remains to be read. */
  extend(): void;
}

const createSearchWorker = () => new Worker(new URL('./search.worker.ts', import.meta.url));
const unavailable: Response = { status: 0, content: 'No search index', isTimedOut: false };

/**
 * A requester for the official client that sends requests to a worker of the page instead of the network. The read timeout
 * of a request starts again with each part of the index that arrives, so that a slow connection does not time out. It ends with
 * the last part, so that a slow machine does not time out either.
 */
export function createWorkerRequester(options: WorkerOptions): Requester & { warm(): void } {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isDownloaded = false;

  function onMessage(message: FromWorker): void {
    if (message.kind !== 'response') {
      isDownloaded = message.kind === 'downloaded';
      for (const request of pending.values()) request.extend();
      return;
    }
    const { id, status, content } = message;
    // After a failure, the next query loads the index again.
    isDownloaded &&= status !== 0;
    pending.get(id)?.settle({ status, content, isTimedOut: false });
  }

  function start(): Worker {
    if (worker) return worker;
    worker = (options.createWorker ?? createSearchWorker)();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
    // The script did not load: the next query tries again.
    worker.onerror = () => {
      worker = undefined;
      isDownloaded = false;
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
      let timer: ReturnType<typeof setTimeout> | undefined;
      const extend = () => {
        clearTimeout(timer);
        timer = isDownloaded ? undefined : setTimeout(expire, responseTimeout);
      };
      extend();
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
