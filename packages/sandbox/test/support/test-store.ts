import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import sqlite from '@sqlite.org/sqlite-wasm';
import { browserPlatform } from '../../src/browser/platform.ts';
import { openMemoryStore } from '../../src/browser/sqlite.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import type { Platform } from '../../src/sandbox.ts';
import type { Database } from '../../src/store/database.ts';
import { openStore } from '../../src/store/open.ts';
import { template } from './postgres/template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests run on the store and the platform of browsers. */
    readonly isBrowserStore?: boolean;
  }
}

/** Platform of one test sandbox. */
export interface TestPlatform {
  readonly platform: Platform;
  /** Deletes the store. Call it when nothing uses the store anymore. */
  remove(): Promise<void>;
}

/** The store of one test sandbox, open. */
export interface TestStore {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

/** A database of PostgreSQL, for one test sandbox after another. */
interface TestDatabase {
  readonly url: string;
  /** Open for as long as the worker runs: connections are what takes time. */
  readonly db: Kysely<Database>;
}

/** Databases of this worker that no test uses now. The server of the run is removed with all of them. */
const unused: TestDatabase[] = [];

/** URL of the server that this run tests on; nothing for SQLite. */
function serverUrl(): string | undefined {
  return inject('postgresUrl');
}

/** Whether this run tests on PostgreSQL. */
export function isOnPostgres(): boolean {
  return serverUrl() !== undefined;
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function takeDatabase(server: string): Promise<TestDatabase> {
  const free = unused.pop();
  if (free) return free;
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files takes half the time of the default, which writes them through the log.
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  const db = await openStore({ databaseUrl: url.href });
  return { url: url.href, db };
}

/** All that a sandbox keeps belongs to a project, except for its own secrets. */
async function putBack(database: TestDatabase): Promise<void> {
  await database.db.deleteFrom('projects').execute();
  await database.db.deleteFrom('server_secrets').execute();
  unused.push(database);
}

let compiled: ReturnType<typeof sqlite> | undefined;

async function openBrowserStore(): Promise<Kysely<Database>> {
  compiled ??= sqlite();
  const { db } = await openMemoryStore(await compiled);
  return db;
}

const openSqliteStore = () => openStore({ file: ':memory:' });

/** The platform of a test sandbox with an empty store: SQLite in memory, or the store of the run. */
export async function openTestPlatform(): Promise<TestPlatform> {
  const server = serverUrl();
  if (server !== undefined) {
    const database = await takeDatabase(server);
    const open = () => openStore({ databaseUrl: database.url });
    return { platform: { ...nodePlatform, openStore: open }, remove: () => putBack(database) };
  }
  const platform = inject('isBrowserStore')
    ? { ...nodePlatform, ...browserPlatform, openStore: openBrowserStore }
    : { ...nodePlatform, openStore: openSqliteStore };
  return { platform, remove: () => Promise.resolve() };
}

/** An open, empty store for one test sandbox. */
export async function openTestStore(): Promise<TestStore> {
  const server = serverUrl();
  if (server === undefined) {
    const db = await (inject('isBrowserStore') ? openBrowserStore() : openSqliteStore());
    return { db, close: () => db.destroy() };
  }
  const database = await takeDatabase(server);
  return { db: database.db, close: () => putBack(database) };
}
