/**
 * The sandbox in this browser: a worker that all tabs of this site share. It loads on first use. Requests to its URL go to
 * the worker through a message port, with the interface of `fetch`.
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
import { showWait } from './wait';

/** A request that the worker has not responded to yet. */
interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

type Connection = Pick<MessagePort, 'postMessage'>;

const pending = new Map<number, Pending>();
let connection: Connection | undefined;
let lastId = 0;

const errorOf = (reason: StartFailure): SandboxError => sandboxErrors.inBrowser[reason]();

/** Rejects all pending requests; the next one connects again. */
function disconnect(error: unknown): void {
  connection = undefined;
  const all = [...pending.values()];
  pending.clear();
  showWait(undefined);
  for (const { reject } of all) reject(error);
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

function receive(message: FromWorker): void {
  if (message.kind === 'progress') {
    const { loaded, total } = message;
    const text = `Loading the sandbox into this browser: ${megabytes(loaded)} of ${megabytes(total)} MB …`;
    showWait(loaded < total && pending.size > 0 ? text : undefined);
    return;
  }
  const request = pending.get(message.id);
  pending.delete(message.id);
  if (message.kind === 'failed') {
    request?.reject(errorOf(message.reason));
    return;
  }
  const { status, headers, body } = message;
  const statusText = status === 200 ? 'OK' : '';
  const content = body.byteLength === 0 ? null : body;
  request?.resolve(new Response(content, { status, statusText, headers }));
}

/** Calls back when the worker has ended, for example because it crashed: it holds a lock while it runs. */
function onEnd(callback: () => void): void {
  const lock = workerLock(siteConfig.baseUrl);
  navigator.locks.request(lock, { mode: 'shared' }, callback).catch(() => undefined);
}

function connect(): Connection {
  if (connection) return connection;
  const worker = new SharedWorker(workerUrl, { name: 'docs-sandbox' });
  worker.onerror = () => disconnect(errorOf('download'));
  const { port } = worker;
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    // The worker holds its lock from before its first response.
    if (data.kind === 'response' && !isWatched) {
      isWatched = true;
      onEnd(() => {
        isWatched = false;
        if (connection === port) disconnect(new TypeError('the worker has ended'));
      });
    }
    receive(data);
  };
  connection = port;
  return port;
}

let isWatched = false;

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
  return new Promise((resolve, reject) => {
    if (typeof SharedWorker === 'undefined' || !('locks' in navigator)) {
      reject(errorOf('unsupported'));
      return;
    }
    const id = (lastId += 1);
    const post = (message: ToWorker, transfer: Transferable[] = []) =>
      connect().postMessage(message, transfer);
    signal?.addEventListener('abort', () => {
      if (!pending.delete(id)) return;
      post({ kind: 'abort', id });
      reject(new DOMException('The request was canceled.', 'AbortError'));
    });
    pending.set(id, { resolve, reject });
    post({ kind: 'request', id, method, url, headers, body }, [body]);
  });
}
