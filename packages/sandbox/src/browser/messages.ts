/** Messages between a page and the worker that runs the sandbox, over one `MessagePort` per page. */

/** URL of the sandbox in requests and responses: nothing is sent to it over the network (RFC 2606). */
export const workerSandboxUrl = 'https://sandbox.worker.invalid/sandbox';

export type ToWorker =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      /** Absolute, below `workerSandboxUrl`. */
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: ArrayBuffer;
    }
  | { readonly kind: 'abort'; readonly id: number };

export type FromWorker =
  /** Bytes of the database engine that have arrived. */
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: ArrayBuffer;
    }
  /** The sandbox did not start. A later request tries again. */
  | { readonly kind: 'failed'; readonly id: number; readonly reason: StartFailure };

/**
 * `busy`: another version of the site uses the stored sandbox; `download`: its code did not arrive; `store`: it cannot open;
 * `unsupported`: the browser lacks shared workers or locks.
 */
export type StartFailure = 'busy' | 'download' | 'store' | 'unsupported';

/** Name of the lock that the worker holds while it runs. @param base path of the site */
export const workerLock = (base: string) => `docs-sandbox ${base}`;
