/**
 * The sandbox in this browser: a worker that all tabs of this site share. It loads on first use. Requests to its URL go to
 * the worker as messages, with the interface of `fetch`, and MQTT connections with that of a `WebSocket`.
 */
import siteConfig from '@generated/docusaurus.config';
import { url as workerUrl } from '@generated/browser-sandbox/default/worker.json';
import {
  type FromWorker,
  type StartFailure,
  type ToWorker,
  workerLock,
} from '@anedya-docs/sandbox/browser/messages';
import { sandboxErrors, type SandboxError } from './errors';
import { joinLeader, type LeaderTab } from './leader-tab';
import { reportStored } from './unstored';
import { showWait } from './wait';

/** A request that the worker has not responded to yet. */
interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

interface Connection {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
}

/** Receives what a live stream sends. */
export interface StreamListener {
  readonly onOpen: () => void;
  readonly onFrame: (frame: ArrayBuffer) => void;
  /** @param reason sentence; empty if there is none */
  readonly onClose: (reason: string) => void;
}

const pending = new Map<number, Pending>();
const streams = new Map<number, StreamListener>();
const sockets = new Map<number, WorkerSocket>();
let connection: Connection | undefined;
let leaderTab: LeaderTab | undefined;
let lastId = 0;

const errorOf = (reason: StartFailure): SandboxError => sandboxErrors.inBrowser[reason]();

/** Rejects all pending requests and closes all MQTT connections: the worker no longer knows them. */
function forget(error: unknown): void {
  const all = [...pending.values()];
  pending.clear();
  showWait(undefined);
  for (const { reject } of all) reject(error);
  for (const socket of sockets.values()) socket.closed();
  for (const id of [...streams.keys()]) endStream(id, '');
}

function endStream(id: number, reason: string): void {
  const listener = streams.get(id);
  streams.delete(id);
  listener?.onClose(reason);
}

/** The next request starts the worker again. */
function disconnect(error: unknown): void {
  connection = undefined;
  leaderTab?.restart();
  forget(error);
}

const ended = () => new TypeError('the worker has ended');

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

function receive(message: FromWorker): void {
  if (message.kind === 'greeting') return;
  if (message.kind === 'locked') {
    watch();
    return;
  }
  if (message.kind === 'progress') {
    const { loaded, total } = message;
    const text = `Loading the sandbox into this browser: ${megabytes(loaded)} of ${megabytes(total)} MB…`;
    showWait(loaded < total && pending.size > 0 ? text : undefined);
    return;
  }
  const { id } = message;
  switch (message.kind) {
    case 'open':
      sockets.get(id)?.opened();
      return;
    case 'packets':
      sockets.get(id)?.receive(message.bytes);
      return;
    case 'close':
      sockets.get(id)?.closed();
      return;
    case 'connected':
      streams.get(id)?.onOpen();
      return;
    case 'frame':
      streams.get(id)?.onFrame(message.frame);
      return;
    case 'disconnected':
      endStream(id, message.reason);
      return;
  }
  const request = pending.get(id);
  pending.delete(id);
  if (message.kind === 'failed') {
    endStream(id, errorOf(message.reason).message);
    request?.reject(errorOf(message.reason));
    return;
  }
  const { status, headers, body, isStored } = message;
  reportStored(isStored);
  const statusText = status === 200 ? 'OK' : '';
  const content = body.byteLength === 0 ? null : body;
  request?.resolve(new Response(content, { status, statusText, headers }));
}

let isWatched = false;

/** Disconnects when the worker has ended, for example because it crashed. Called when it holds its lock. */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  const watched = connection;
  const onEnd = () => {
    isWatched = false;
    if (connection === watched) disconnect(ended());
  };
  const lock = workerLock(siteConfig.baseUrl);
  navigator.locks.request(lock, { mode: 'shared' }, onEnd).catch(() => undefined);
}

/** Time for a shared worker to greet, in milliseconds. A browser can connect a page to one that is ending. */
const greetingLimit = 3000;

/** The worker of all tabs; undefined in a browser that blocks storage for this site. */
function sharedWorker(): SharedWorker | undefined {
  try {
    return new SharedWorker(workerUrl, { name: 'docs-sandbox' });
  } catch {
    return undefined;
  }
}

/** Connects to the shared worker. Messages wait until it greets, so none goes to one that is ending. */
function connectShared(onFailure: (reason: StartFailure) => void): Connection {
  const waiting: (readonly [ToWorker, Transferable[]])[] = [];
  let open: MessagePort | undefined;
  const shared: Connection = {
    postMessage: (message: ToWorker, transfer: Transferable[] = []) => {
      if (open) open.postMessage(message, transfer);
      else waiting.push([message, transfer]);
    },
  };
  const attach = () => {
    const worker = sharedWorker();
    if (!worker) {
      // After the caller has stored the connection.
      queueMicrotask(() => onFailure('store'));
      return;
    }
    worker.onerror = () => onFailure('download');
    const { port } = worker;
    const timer = setTimeout(() => {
      port.close();
      if (connection === shared) attach();
    }, greetingLimit);
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'greeting') {
        clearTimeout(timer);
        open = port;
        for (const [message, transfer] of waiting.splice(0)) port.postMessage(message, transfer);
      }
      receive(data);
    };
  };
  attach();
  return shared;
}

function connect(): Connection {
  if (connection) return connection;
  const onFailure = (reason: StartFailure) => disconnect(errorOf(reason));
  if (typeof SharedWorker === 'undefined') {
    const onRestart = () => forget(ended());
    leaderTab ??= joinLeader({ workerUrl, onMessage: receive, onRestart, onFailure });
    return (connection = leaderTab);
  }
  return (connection = connectShared(onFailure));
}

const post = (message: ToWorker, transfer: Transferable[] = []) =>
  connect().postMessage(message, transfer);

/**
 * Sends a request to the sandbox in this browser, like `fetch`. Starts its worker on first use.
 * @throws SandboxError when the sandbox does not start; TypeError when it ends before the response
 */
export async function fetchFromWorker(url: string, init: RequestInit = {}): Promise<Response> {
  const { signal } = init;
  const request = new Request(url, init);
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  const body = await request.arrayBuffer();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    // Browsers offer locks on secure origins only.
    if (!('locks' in navigator)) {
      reject(errorOf('unsupported'));
      return;
    }
    const id = (lastId += 1);
    signal?.addEventListener('abort', () => {
      if (!pending.delete(id)) return;
      post({ kind: 'abort', id });
      reject(new DOMException('The request was canceled.', 'AbortError'));
    });
    pending.set(id, { resolve, reject });
    post({ kind: 'request', id, method, url, headers, body }, [body]);
  });
}

/**
 * Connects to a live stream of the sandbox in this browser.
 * @param url URL of the stream, with the credentials in its query
 * @returns ends the connection
 */
export function connectToWorker(url: string, listener: StreamListener): () => void {
  const id = (lastId += 1);
  streams.set(id, listener);
  post({ kind: 'connect', id, url });
  return () => {
    if (streams.delete(id)) post({ kind: 'abort', id });
  };
}

/** An MQTT connection to the sandbox in this browser, with the part of the interface of `WebSocket` that MQTT.js uses. */
export class WorkerSocket {
  readonly OPEN = 1;
  readyState = 0;
  readonly bufferedAmount = 0;
  onopen: (() => void) | undefined;
  onmessage: ((event: { readonly data: ArrayBuffer }) => void) | undefined;
  onclose: (() => void) | undefined;
  onerror: ((error: unknown) => void) | undefined;
  private readonly id = (lastId += 1);

  constructor() {
    sockets.set(this.id, this);
    post({ kind: 'open', id: this.id });
  }

  send(bytes: Uint8Array): void {
    post({ kind: 'packets', id: this.id, bytes });
  }

  close(): void {
    if (!sockets.has(this.id)) return;
    post({ kind: 'close', id: this.id });
    this.closed();
  }

  opened(): void {
    this.readyState = this.OPEN;
    this.onopen?.();
  }

  receive(bytes: Uint8Array): void {
    this.onmessage?.({ data: new Uint8Array(bytes).buffer });
  }

  closed(): void {
    if (!sockets.delete(this.id)) return;
    this.readyState = 3;
    this.onclose?.();
  }
}

// The worker does not notice that a page is gone.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const socket of sockets.values()) socket.close();
    for (const id of [...streams.keys()]) {
      post({ kind: 'abort', id });
      endStream(id, '');
    }
    connection?.postMessage({ kind: 'leave' });
  });
}
