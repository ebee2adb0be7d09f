/**
 * Messages between a page and the worker that runs the sandbox: over one `MessagePort` per page if all tabs share the worker,
 * otherwise over a `BroadcastChannel`.
 */

/** URL of the sandbox in requests and responses: nothing is sent to it over the network (RFC 2606). */
export const workerSandboxUrl = 'https://sandbox.worker.invalid/sandbox';

/** An MQTT connection, numbered by its page: the page opens it, the worker confirms, both send packets, either closes it. */
export type SocketMessage =
  | { readonly kind: 'open' | 'close'; readonly id: number }
  | { readonly kind: 'packets'; readonly id: number; readonly bytes: Uint8Array };

export type ToWorker =
  | SocketMessage
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      /** Absolute, below `workerSandboxUrl`. */
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: ArrayBuffer;
    }
  /** Connects to a live stream. The URL has the credentials in its query, as for WebSocket. */
  | { readonly kind: 'connect'; readonly id: number; readonly url: string }
  /** Cancels a request, or ends the connection to a stream. */
  | { readonly kind: 'abort'; readonly id: number }
  /** The page is gone, or in the back/forward cache: it gets no broadcasts until its next message. */
  | { readonly kind: 'leave' };

export type FromWorker =
  | SocketMessage
  /** The first message of a shared worker to a page: it receives messages. One that is ending sends none. */
  | { readonly kind: 'greeting' }
  /** The worker holds its lock. */
  | { readonly kind: 'locked' }
  /** Bytes of the database engine that have arrived. */
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: ArrayBuffer;
      /** Whether the browser has stored everything that was written so far. */
      readonly isStored: boolean;
    }
  /** The page is connected to a stream. */
  | { readonly kind: 'connected'; readonly id: number }
  /** A frame of a stream. */
  | { readonly kind: 'frame'; readonly id: number; readonly frame: ArrayBuffer }
  /** The connection to a stream was rejected or has ended. `reason` is a sentence. */
  | { readonly kind: 'disconnected'; readonly id: number; readonly reason: string }
  /** The sandbox did not start. A later request tries again. */
  | { readonly kind: 'failed'; readonly id: number; readonly reason: StartFailure };

/**
 * `busy`: another version of the site uses the stored sandbox; `download`: its code did not arrive; `newer`: a newer version
 * of the site has stored it; `store`: it cannot open; `unsupported`: the browser lacks locks, which it offers on secure origins only.
 */
export type StartFailure = 'busy' | 'download' | 'newer' | 'store' | 'unsupported';

/** Name of the lock that the worker holds while it runs. @param base path of the site */
export const workerLock = (base: string) => `docs-sandbox ${base}`;

/** Name of the channel between the pages and a worker that one of them runs. @param workerUrl path of the worker's script */
export const workerChannel = (workerUrl: string) => `docs-sandbox ${workerUrl}`;

/** Messages of the channel. Without `message`, a page asks for the worker, and the worker says that it is running. */
export type ChannelMessage =
  | { readonly to: 'worker'; readonly page: string; readonly message?: ToWorker }
  | { readonly to: 'page'; readonly page: string; readonly message: FromWorker }
  /** `run` identifies a run of the worker: requests to an earlier run get no response. */
  | { readonly to: 'all'; readonly run: string };
