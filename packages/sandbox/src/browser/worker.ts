/**
 * The sandbox in a worker of the pages of one origin. It holds the store in memory, and a snapshot of it in IndexedDB. A lock
 * makes sure that only one worker uses the snapshot.
 */
import type sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { Documents } from '../core/api/operation-table.ts';
import { browserStorage, streamLimits } from '../core/limits.ts';
import type { DeviceApi } from '../mqtt/device-api.ts';
import { openSandbox } from '../sandbox.ts';
import { type FromWorker, workerLock, workerSandboxUrl } from './messages.ts';
import type * as mqtt from './mqtt.ts';
import { PageStreams } from './page-streams.ts';
import { type Running, servePages, StartError } from './pages.ts';
import { browserPlatform } from './platform.ts';
import { openSavedFile, openSavedStore } from './saved-file.ts';
import { type CompiledValidators, compiledBodies } from './validators.ts';

/**
 * Saves the content of a store after it has changed. While a save is running, further changes wait for the next one, which
 * saves all of them.
 */
class Saver {
  private saved = 0;
  private running: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;

  /**
   * @param writes number of rows written so far
   * @param save stores the content
   */
  constructor(
    private readonly writes: () => number,
    private readonly save: () => Promise<void>,
  ) {
    this.saved = writes();
  }

  /** Resolves with true when everything that was written before is stored, and with false if it could not be stored. */
  flush(): Promise<boolean> {
    if (this.writes() === this.saved) return this.running ?? Promise.resolve(true);
    if (!this.running) return (this.running = this.run());
    return (this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.flush();
    }));
  }

  private async run(): Promise<boolean> {
    const { saved } = this;
    this.saved = this.writes();
    try {
      await this.save();
      return true;
    } catch {
      // Full or blocked storage: the sandbox works until the page is closed, and the next change tries again.
      this.saved = saved;
      return false;
    } finally {
      this.running = undefined;
    }
  }
}

/** Functions of worker scripts, and what the script of the broker defines; TypeScript's types are those of pages. */
declare function importScripts(url: string): void;
declare const mqttScript: typeof mqtt;

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
  /** URL of the script with `mqtt.ts`, which defines `mqttScript`. */
  readonly mqttUrl: string;
  /** Path of the site; starts and ends with a slash. */
  readonly base: string;
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

let lock: Promise<void> | undefined;

/** Takes the lock for as long as the worker runs. A start after a failed one finds that the worker has it. */
function takeLock(name: string): Promise<void> {
  return (lock ??= new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(lockTimeout);
    const hold = () => {
      resolve();
      // Never settles: the browser releases the lock when the worker ends.
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, { signal }, hold).catch((error: unknown) => {
      lock = undefined;
      const isBusy = error instanceof DOMException && error.name === 'TimeoutError';
      // Browsers that block storage offer no locks either.
      reject(new StartError(isBusy ? 'busy' : 'store'));
    });
  }));
}

type Sqlite3 = Awaited<ReturnType<typeof sqlite3InitModule>>;

/** Loads the script with the broker, which defines a global variable. */
function startMqtt(
  { mqttUrl, documents }: WorkerOptions,
  parts: Pick<mqtt.MqttServerOptions, 'sandbox' | 'deviceApi'>,
): mqtt.MqttServer {
  importScripts(mqttUrl);
  const { soon } = browserPlatform;
  return mqttScript.serveMqtt({ ...parts, document: documents.device, soon });
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
    takeLock(workerLock(base)).then(() => send({ kind: 'locked' })),
  ]);
  try {
    const init = options.sqlite as (module: object) => Promise<Sqlite3>;
    const sqlite3 = await init({ wasmBinary });
    const file = openSavedFile(`docs-sandbox ${base}`);
    const store = await openSavedStore(sqlite3, file);
    const saver = new Saver(store.writes, async () => file.save(await store.save()));
    const platform = {
      ...browserPlatform,
      openStore: () => Promise.resolve(store.db),
      validators: compiledBodies(validators),
    };
    const filesBase = () => workerSandboxUrl;
    const sandbox = await openSandbox(platform, {
      documents,
      filesBase,
      maxProjects,
      storage: browserStorage,
    });
    const flush = () => saver.flush();
    const deviceApi: DeviceApi = {
      ...sandbox.deviceApi,
      // Stored before it is acknowledged.
      request: async (...message) => {
        const outcome = await sandbox.deviceApi.request(...message);
        await flush();
        return outcome;
      },
    };
    const streams = new PageStreams(sandbox.streamAccess);
    sandbox.listen((announcement) => streams.announce(announcement));
    browserPlatform.repeat(() => void streams.check(), streamLimits.check);
    let broker: mqtt.MqttServer | undefined;
    const site = new URL(base, self.location.origin).href.replace(/\/$/, '');
    const path = new URL(workerSandboxUrl).pathname;
    return {
      respond: sandbox.responder({ path, siteUrl: () => site }),
      flush,
      streams,
      mqtt: () => (broker ??= startMqtt(options, { sandbox, deviceApi })),
    };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError('store');
  }
}

/** Runs the sandbox for the pages that connect to this worker. It starts with the first request. */
export function runSandboxWorker(options: WorkerOptions): void {
  let running: Promise<Running> | undefined;
  const sendAll = servePages(
    () =>
      (running ??= start(options, sendAll).catch((error: unknown) => {
        running = undefined;
        throw error;
      })),
  );
}
