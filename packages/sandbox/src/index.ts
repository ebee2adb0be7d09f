export { openSharedState } from './shared-state/redis.ts';
export type { SharedState } from './core/shared-state.ts';
import { localSharedState, type SharedState } from './core/shared-state.ts';
import { Announcements, type EndListener, type PushListener } from './announcements.ts';
import { callsOf, type Documents } from './core/api/call-table.ts';
import type { Clock, Ids } from './core/context.ts';
import { handlers } from './core/handlers.ts';
import { importFileKey } from './core/ota/files.ts';
import { deviceCalls } from './device-calls.ts';
import {
  createHandler,
  createResponder,
  type Handler,
  type HandlerOptions,
  type Responder,
} from './http/handler.ts';
import type { DeviceCalls } from './mqtt/device-calls.ts';
import { nodeIds, nodeSha256 } from './node-crypto.ts';
import { ReadLimiter, Turns } from './core/read-limiter.ts';
import type { Deps } from './core/deps.ts';
import { openStore, serverSecret, type StoreLocation } from './store/open.ts';
import { startSweeper } from './sweeper.ts';

export type { EndListener, PushListener } from './announcements.ts';
export type { Documents } from './core/api/call-table.ts';
export { CallError } from './core/errors.ts';
export type { StoreLocation } from './store/open.ts';
export { StoreUnavailableError } from './store/unavailable.ts';

export interface SandboxOptions {
  /** Parsed documents of both APIs. */
  readonly documents: Documents;
  readonly location: StoreLocation;
  /** Base URL for file URLs in responses over MQTT, without a trailing slash: `http://localhost:3000/sandbox`. */
  readonly filesBase?: () => string;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** How many projects there may be at once; 500 unless given. */
  readonly maxProjects?: number | undefined;
  /** State that servers on one store share; a single server needs none. The caller that opened it closes it. */
  readonly shared?: SharedState;
  /** Told in a sentence what does not work, and why. No secret is in it. */
  readonly warn?: (message: string) => void;
}

export interface Sandbox {
  /** Creates the HTTP side as a web-standard handler. */
  readonly handler: (options: HandlerOptions) => Handler;
  /** The same for an adapter that sends responses itself. */
  readonly responder: (options: HandlerOptions) => Responder;
  /** What an MQTT broker asks of the platform. */
  readonly deviceCalls: DeviceCalls;
  /** What large reads have of their limits now. */
  readonly reads: Pick<ReadLimiter, 'inUse'>;
  /** Adds a listener; the returned function takes it away. */
  onPush(listener: PushListener): () => void;
  /** The same for nodes and projects whose credentials have ended: their connections have to end. */
  onEnd(listener: EndListener): () => void;
  /** Removes what has outlived its time. Runs by itself every ten minutes. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** @throws StoreUnavailableError */
async function openDeps(
  options: SandboxOptions,
  clock: Clock,
  shared: SharedState,
  { push: deliver, end: ended }: Announcements,
): Promise<Deps> {
  const ids = options.ids ?? nodeIds(clock);
  const { documents } = options;
  const calls = [
    ...callsOf('platform', documents.platform),
    ...callsOf('device', documents.device),
  ];
  const db = await openStore(options.location);
  const fileKey = await importFileKey(await serverSecret(db, 'files', ids.hex(64)));
  const turns = new Turns(setImmediate);
  const filesBase = options.filesBase ?? (() => 'http://localhost:3000/sandbox');
  return {
    db,
    clock,
    ids,
    sha256: nodeSha256,
    fileKey,
    documents,
    calls,
    handlers,
    shared,
    pause: () => turns.next(),
    reads: new ReadLimiter(turns, clock),
    deliver,
    ended,
    ...(options.maxProjects !== undefined && { maxProjects: options.maxProjects }),
    // Known once the server listens.
    get filesUrl() {
      return `${filesBase()}/files`;
    },
  };
}

/**
 * Opens a sandbox: an emulator of both APIs over one store.
 * @throws StoreUnavailableError when the store cannot be opened
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock = { now: () => Date.now() } } = options;
  const { shared = localSharedState(clock) } = options;
  const announcements = new Announcements(shared);
  const deps = await openDeps(options, clock, shared, announcements);
  const sweeper = startSweeper(deps, options.warn ?? (() => undefined));
  return {
    handler: (handlerOptions) => createHandler(deps, handlerOptions),
    responder: (handlerOptions) => createResponder(deps, handlerOptions),
    deviceCalls: deviceCalls(deps),
    reads: deps.reads,
    onPush: (listener) => announcements.onPush(listener),
    onEnd: (listener) => announcements.onEnd(listener),
    sweep: () => sweeper.sweep(),
    close: async () => {
      await sweeper.stop();
      announcements.close();
      await deps.db.destroy();
    },
  };
}
