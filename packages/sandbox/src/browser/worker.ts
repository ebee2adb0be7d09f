/**
 * The sandbox in a worker of the pages of one origin. It holds the store in memory, and a snapshot of it in IndexedDB. A lock
 * makes sure that only one worker uses the snapshot.
 */
import type sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { Documents } from '../core/api/operation-table.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Responder } from '../http/handler.ts';
import { openSandbox } from '../sandbox.ts';
import {
  type FromWorker,
  type StartFailure,
  type ToWorker,
  workerLock,
  workerSandboxUrl,
} from './messages.ts';
import { browserPlatform } from './platform.ts';
import { openSnapshots, Saver, type Snapshots } from './snapshots.ts';
import { type MemoryStore, openMemoryStore } from './sqlite.ts';
import { type CompiledValidators, compiledBodies } from './validators.ts';

/** Projects in one browser. Each has its own limits, and the snapshot contains all of them. */
const maxProjects = 20;

/** Time for the worker of a page that is being closed to end, in milliseconds. */
const lockTimeout = 3000;

export interface WorkerOptions {
  /** From `slimDocuments`. */
  readonly documents: Documents;
  /** Compiled from `bodySchemas`. */
  readonly validators: CompiledValidators;
  readonly sqlite: typeof sqlite3InitModule;
  /** The database engine as WebAssembly. */
  readonly engine: { readonly url: string; readonly bytes: number };
  /** Path of the site; starts and ends with a slash. */
  readonly base: string;
}

class StartError extends Error {
  constructor(readonly reason: StartFailure) {
    super(reason);
  }
}

/** What a running sandbox offers to the pages. */
interface Running {
  readonly respond: Responder;
  readonly flush: () => Promise<void>;
}

/** Downloads a file and reports the bytes that have arrived. */
async function download(url: string, onBytes: (loaded: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new StartError('download');
  let loaded = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        loaded += chunk.length;
        onBytes(loaded);
        controller.enqueue(new Uint8Array(chunk));
      },
    }),
  );
  return new Response(counted).arrayBuffer();
}

/** Takes the lock for as long as the worker runs. */
function takeLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(lockTimeout);
    const hold = () => {
      resolve();
      // Never settles: the browser releases the lock when the worker ends.
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, { signal }, hold).catch(() => reject(new StartError('busy')));
  });
}

type Sqlite3 = Awaited<ReturnType<typeof sqlite3InitModule>>;

async function openStore(sqlite3: Sqlite3, snapshots: Snapshots): Promise<MemoryStore> {
  const saved = await snapshots.load();
  try {
    return await openMemoryStore(sqlite3, saved);
  } catch {
    // Damaged, or written by a newer version.
    if (saved) await snapshots.setAside(saved);
    return openMemoryStore(sqlite3);
  }
}

async function start(
  options: WorkerOptions,
  send: (message: FromWorker) => void,
): Promise<Running> {
  const { documents, validators, engine, base } = options;
  const onBytes = (loaded: number) => send({ kind: 'progress', loaded, total: engine.bytes });
  const [wasmBinary] = await Promise.all([
    download(engine.url, onBytes).catch(() => {
      throw new StartError('download');
    }),
    takeLock(workerLock(base)),
  ]);
  try {
    const init = options.sqlite as (module: object) => Promise<Sqlite3>;
    const sqlite3 = await init({ wasmBinary });
    const snapshots = await openSnapshots(`docs-sandbox ${base}`);
    const store = await openStore(sqlite3, snapshots);
    const saver = new Saver(store.writes, async () => snapshots.save(await store.save()));
    const platform = {
      ...browserPlatform,
      openStore: () => Promise.resolve(store.db),
      validators: compiledBodies(validators),
    };
    const filesBase = () => workerSandboxUrl;
    const sandbox = await openSandbox(platform, { documents, filesBase, maxProjects });
    const respond = sandbox.responder({ path: new URL(workerSandboxUrl).pathname });
    return { respond, flush: () => saver.flush() };
  } catch {
    throw new StartError('store');
  }
}

/** A request of a page as the handler reads it. Not a `Request`, which hides its body in some browsers and limits headers. */
function requestOf(message: Extract<ToWorker, { kind: 'request' }>, signal: AbortSignal) {
  const { method, url, body } = message;
  const headers = new Headers(message.headers);
  headers.set('content-length', String(body.byteLength));
  return {
    method,
    url,
    headers,
    body: null,
    signal,
    arrayBuffer: () => Promise.resolve(body),
  } satisfies HttpRequest;
}

/** Serves the pages that connect to this worker. It starts the sandbox with the first request. */
export function serveSandbox(options: WorkerOptions): void {
  const pages = new Set<MessagePort>();
  const sendAll = (message: FromWorker) => {
    for (const page of pages) page.postMessage(message);
  };
  let running: Promise<Running> | undefined;
  const ready = () =>
    (running ??= start(options, sendAll).catch((error: unknown) => {
      running = undefined;
      throw error;
    }));

  async function respond(
    page: MessagePort,
    message: Extract<ToWorker, { kind: 'request' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const send = (reply: FromWorker, transfer: Transferable[] = []) =>
      page.postMessage(reply, transfer);
    const { id } = message;
    try {
      const sandbox = await ready();
      const { status, headers, body } = await sandbox.respond(requestOf(message, signal), 'page');
      const bytes = await new Response(body).arrayBuffer();
      // A reader who got the response finds its effect after a reload, too.
      await sandbox.flush();
      send({ kind: 'response', id, status, headers, body: bytes }, [bytes]);
    } catch (error) {
      send({ kind: 'failed', id, reason: error instanceof StartError ? error.reason : 'store' });
    }
  }

  function connect(page: MessagePort): void {
    pages.add(page);
    const pending = new Map<number, AbortController>();
    page.onmessage = ({ data }: MessageEvent<ToWorker>) => {
      if (data.kind === 'abort') {
        pending.get(data.id)?.abort();
        return;
      }
      const controller = new AbortController();
      pending.set(data.id, controller);
      void respond(page, data, controller.signal).finally(() => pending.delete(data.id));
    };
  }

  self.addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port) connect(port);
  });
}
