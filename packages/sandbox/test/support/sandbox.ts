import type { Announcement } from '../../src/core/announcements.ts';
import type { Kysely } from 'kysely';
import type {
  AddressedPush,
  Principal,
  Handlers,
  Ids,
  JsonObject,
  OperationId,
  StreamMessage,
} from '../../src/core/context.ts';
import { type FileKey, importFileKey } from '../../src/core/file-address.ts';
import { serverStorage, type StorageLimits } from '../../src/core/limits.ts';
import { runOperation } from '../../src/core/run-operation.ts';
import type { Database } from '../../src/store/database.ts';
import { openTestStore, type TestStore } from './test-store.ts';

/** Ids that count, in the form of the real ones. */
export function countingIds(): Ids {
  let count = 0;
  const next = () => (count += 1).toString(16);
  return {
    uuid: () => `019f0000-0000-7000-8000-${next().padStart(12, '0')}`,
    hex: (length) => next().padStart(length, '0'),
    alphanumeric: (length) => next().toUpperCase().padStart(length, 'X'),
  };
}

/** A sandbox core with a new store; tests set its clock. */
export class TestSandbox {
  /** Milliseconds since 1970: 2026-01-01. */
  now = Date.UTC(2026, 0, 1);
  storage: StorageLimits = serverStorage;
  readonly pushed: AddressedPush[] = [];
  readonly published: StreamMessage[] = [];
  /** Projects and nodes whose credentials were revoked, as `project` or `project node`. */
  readonly ended: string[] = [];
  readonly ids = countingIds();

  /** Rows between the pauses of all requests. */
  readonly pauses: number[] = [];

  readonly pause = (rows: number): Promise<void> => {
    this.pauses.push(rows);
    return Promise.resolve();
  };

  readonly emit = (announcement: Announcement): void => {
    if (announcement.kind === 'push') this.pushed.push(announcement.push);
    if (announcement.kind === 'publish') this.published.push(announcement.published);
    if (announcement.kind === 'end') {
      const { projectId, nodeId } = announcement;
      this.ended.push(nodeId === undefined ? projectId : `${projectId} ${nodeId}`);
    }
  };

  private readonly fullSince = new Map<string, number>();

  private constructor(
    private readonly store: TestStore,
    private readonly handlers: Partial<Handlers>,
    readonly fileKey: FileKey,
  ) {}

  static async open(handlers: Partial<Handlers>): Promise<TestSandbox> {
    const store = await openTestStore();
    return new TestSandbox(store, handlers, await importFileKey('secret of the tests'));
  }

  get db(): Kysely<Database> {
    return this.store.db;
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Adds an empty project. */
  async project(id: string): Promise<string> {
    const { now } = this;
    await this.db
      .insertInto('projects')
      .values({ id, api_key_hash: `hash of ${id}`, created: now, last_used: now })
      .execute();
    return id;
  }

  /** Adds a node with a bound device. */
  async node(projectId: string, deviceId: string | null = null): Promise<string> {
    const { ids, now } = this;
    const id = ids.uuid();
    await this.db
      .insertInto('nodes')
      .values({
        project_id: projectId,
        id,
        name: `Node ${id.slice(-2)}`,
        description: '',
        device_id: deviceId,
        is_bound: deviceId === null ? 0 : 1,
        connection_key: ids.hex(32),
        binding_secret: ids.hex(32),
        suspended: 0,
        created: now,
        modified: now,
        last_heartbeat: null,
      })
      .execute();
    return id;
  }

  /** Runs an operation with the API key, unless a principal is passed. */
  request(
    projectId: string,
    operationId: string,
    body: JsonObject,
    principal: Principal = { kind: 'apiKey' },
  ): Promise<JsonObject> {
    const { db, ids, handlers, fileKey } = this;
    return runOperation(
      {
        db,
        ids,
        handlers,
        fileKey,
        storage: this.storage,
        fullSince: this.fullSince,
        clock: { now: () => this.now },
        baseUrl: 'http://localhost:3000/sandbox',
        pause: this.pause,
        startRead: () => Promise.resolve({ pause: this.pause }),
        emit: this.emit,
      },
      // No schema validates the body here: tests also pass bodies that handlers reject themselves.
      { operationId: operationId as OperationId, projectId, principal, body },
    );
  }
}
