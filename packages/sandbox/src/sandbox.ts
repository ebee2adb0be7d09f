import { type Kysely, PostgresAdapter } from 'kysely';
import { aggregatesHandlers } from './core/aggregates/index.ts';
import { type AnnouncementListener, Announcements } from './core/announcements.ts';
import {
  type BodyValidators,
  operationEntries,
  type Documents,
} from './core/api/operation-table.ts';
import { commandsHandlers } from './core/commands/index.ts';
import type { Clock, Handlers, Ids, Sha256 } from './core/context.ts';
import { dataHandlers } from './core/data/index.ts';
import type { Deps } from './core/deps.ts';
import { deviceHandlers } from './core/device.ts';
import { codeOf } from './core/errors.ts';
import { importFileKey } from './core/file-address.ts';
import { serverStorage, type StorageLimits } from './core/limits.ts';
import { logsHandlers } from './core/logs.ts';
import { nodesHandlers } from './core/nodes.ts';
import { assetsHandlers } from './core/ota/assets.ts';
import { deploymentsHandlers } from './core/ota/deployments.ts';
import { otaHandlers } from './core/ota/updates.ts';
import { endIdleProject } from './core/projects/lifecycle.ts';
import { ReadLimiter, Turns } from './core/read-limiter.ts';
import { localSharedState, type SharedState } from './core/shared-state.ts';
import { relayHandlers } from './core/relay.ts';
import { type StreamAccess, streamAccess, streamsHandlers } from './core/streams.ts';
import { tokensHandlers } from './core/tokens.ts';
import { type CrashJournal, Workload } from './core/workload.ts';
import { valueStoreHandlers } from './core/value-store/index.ts';
import { variablesHandlers } from './core/variables.ts';
import { createDeviceApi } from './create-device-api.ts';
import { createResponder, type HandlerOptions, type Responder } from './http/handler.ts';
import type { DeviceApi } from './mqtt/device-api.ts';
import { randomIds } from './ids.ts';
import { type Database, postgresConnections } from './store/database.ts';
import { startSweeper } from './sweeper.ts';

/** Handlers of all operations by key: `platform/node-create`, `device/submitdata`. */
export const handlers: Handlers = {
  ...nodesHandlers,
  ...variablesHandlers,
  ...dataHandlers,
  ...aggregatesHandlers,
  ...commandsHandlers,
  ...valueStoreHandlers,
  ...logsHandlers,
  ...tokensHandlers,
  ...assetsHandlers,
  ...deploymentsHandlers,
  ...otaHandlers,
  ...deviceHandlers,
  ...relayHandlers,
  ...streamsHandlers,
};

/** Functions of the program that runs the sandbox: a Node.js process or a worker of a browser. */
export interface Platform {
  /** Opens the store; the sandbox closes it. @throws StoreUnavailableError */
  readonly openStore: () => Promise<Kysely<Database>>;
  /** Opens the same store again, for long reads of one state; needed where transactions of one connection wait for each other. */
  readonly openSnapshots?: () => Promise<Kysely<Database>>;
  readonly sha256: Sha256;
  /** Compiles the schemas of request bodies, or has them compiled. */
  readonly validators: BodyValidators;
  /** Runs an action in a later iteration of the event loop. */
  readonly soon: (action: () => void) => void;
  /** Runs an action every so many milliseconds, without keeping the program alive. @returns stops it */
  readonly repeat: (action: () => void, interval: number) => () => void;
}

export interface CommonOptions {
  /** Parsed documents of both APIs. */
  readonly documents: Documents;
  /** Base URL for file URLs in responses over MQTT, without a trailing slash: `http://localhost:3000/sandbox`. */
  readonly filesBase?: () => string;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Maximum number of projects; 500 by default. */
  readonly maxProjects?: number | undefined;
  /** Limits of points and files; those of a server by default. */
  readonly storage?: StorageLimits;
  /** State that servers on one store share; not needed for a single server. The caller closes it. */
  readonly shared?: SharedState;
  /** Notes whose work runs; see `Workload`. */
  readonly crashJournal?: CrashJournal;
  /** Called with a sentence that says what failed and why. It contains no secret. */
  readonly warn?: (message: string) => void;
}

export interface Sandbox {
  /** Creates the HTTP side. */
  readonly responder: (options: HandlerOptions) => Responder;
  /** Operations for an MQTT broker. */
  readonly deviceApi: DeviceApi;
  /** Current use of the limits of large reads. */
  readonly reads: Pick<ReadLimiter, 'inUse'>;
  /** Access of clients to live streams, for a WebSocket endpoint. */
  readonly streamAccess: StreamAccess;
  /** Adds a listener to what requests cause for other clients, on any server. Returns a function that removes it. */
  listen(listener: AnnouncementListener): () => void;
  /** Deletes expired data. Runs automatically every ten minutes. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns a secret that all servers on one store share and that survives a restart.
 * @param fresh the secret to store if there is none
 */
export async function serverSecret(
  db: Kysely<Database>,
  name: string,
  fresh: string,
): Promise<string> {
  await db
    .insertInto('server_secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

/** A clock that starts with the time of another one, and then does not follow when that one is set to another time. */
export function steadyClock(clock: Clock, elapsed: () => number): Clock {
  const offset = clock.now() - elapsed();
  return { now: () => Math.round(offset + elapsed()) };
}

/** Connections of a store: SQLite has one, and a pool for PostgreSQL several. */
const connectionsOf = (db: Kysely<Database>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresConnections : 1;

function unfinished(error: unknown): string {
  const why = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
  return `The sandbox could not delete the data of a project (${why}). It tries again in ten minutes`;
}

async function closeStore({ db, snapshots }: Pick<Deps, 'db' | 'snapshots'>): Promise<void> {
  if (snapshots !== db) await snapshots.destroy();
  await db.destroy();
}

/**
 * Opens the store, and reads the key of file URLs from it.
 * @param fresh secret of that key if there is none
 * @throws StoreUnavailableError
 */
async function openStore(
  { openStore: open, openSnapshots }: Platform,
  fresh: string,
): Promise<Pick<Deps, 'db' | 'snapshots' | 'fileKey'>> {
  const db = await open();
  let snapshots = db;
  try {
    snapshots = (await openSnapshots?.()) ?? db;
    const fileKey = await importFileKey(await serverSecret(db, 'files', fresh));
    return { db, snapshots, fileKey };
  } catch (error) {
    await closeStore({ db, snapshots });
    throw error;
  }
}

/** @throws StoreUnavailableError */
async function openDeps(
  platform: Platform,
  options: CommonOptions,
  clock: Clock,
  shared: SharedState,
  emit: AnnouncementListener,
  background: { last: Promise<unknown> },
): Promise<Deps> {
  const { warn = () => undefined } = options;
  const ids = options.ids ?? randomIds(clock);
  const { documents } = options;
  const { validators } = platform;
  const operations = [
    ...operationEntries('platform', documents.platform, validators),
    ...operationEntries('device', documents.device, validators),
  ];
  const store = await openStore(platform, ids.hex(64));
  const { db } = store;
  const turns = new Turns(platform.soon);
  const pause = () => turns.next();
  const idleClock = options.clock ?? steadyClock(clock, () => performance.now());
  const filesBase = options.filesBase ?? (() => 'http://localhost:3000/sandbox');
  return {
    ...store,
    clock,
    ids,
    sha256: platform.sha256,
    idleClock,
    endIdle: (projectId) => endIdleProject(db, projectId, idleClock.now(), pause, emit),
    storage: options.storage ?? serverStorage,
    fullSince: new Map(),
    documents,
    operations,
    validators,
    handlers,
    shared,
    pause,
    reads: new ReadLimiter(turns, clock),
    work: new Workload(connectionsOf(db), platform.soon, options.crashJournal),
    inBackground: (task) => {
      background.last = background.last
        .then(task)
        .catch((error: unknown) => warn(unfinished(error)));
    },
    emit,
    ...(options.maxProjects !== undefined && { maxProjects: options.maxProjects }),
    // Known once the server listens.
    get baseUrl() {
      return filesBase();
    },
  };
}

/**
 * Opens a sandbox: an emulator of both APIs over one store.
 * @throws StoreUnavailableError when the store cannot be opened
 */
export async function openSandbox(platform: Platform, options: CommonOptions): Promise<Sandbox> {
  const { clock = { now: () => Date.now() } } = options;
  const { shared = localSharedState(clock) } = options;
  const announcements = new Announcements(shared);
  const background: { last: Promise<unknown> } = { last: Promise.resolve() };
  const deps = await openDeps(platform, options, clock, shared, announcements.emit, background);
  const sweeper = startSweeper(deps, platform.repeat, options.warn ?? (() => undefined));
  const stopCutting = platform.repeat(() => deps.reads.cutSlowest(), 1000);
  return {
    responder: (handlerOptions) => createResponder(deps, handlerOptions),
    deviceApi: createDeviceApi(deps),
    streamAccess: streamAccess(deps),
    reads: deps.reads,
    listen: (listener) => announcements.listen(listener),
    sweep: () => sweeper.sweep(),
    close: async () => {
      stopCutting();
      await sweeper.stop();
      await background.last;
      announcements.close();
      await closeStore(deps);
    },
  };
}
