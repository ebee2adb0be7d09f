import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openStore, type StoreLocation } from '../../src/store/open.ts';
import { template } from './postgres/template.ts';

/** Location of the store of one test sandbox. */
export interface TestStoreLocation {
  readonly location: StoreLocation;
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
  readonly name: string;
  readonly url: string;
  /** Open for as long as the file's tests run: connections are what takes time. */
  readonly db: Kysely<Database>;
}

/** Databases of this file of tests, and those of them that nobody uses now. */
const databases: TestDatabase[] = [];
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
  const database = { name, url: url.href, db };
  databases.push(database);
  return database;
}

/** All that a sandbox keeps belongs to a project, except for its own secrets. */
async function putBack(database: TestDatabase): Promise<void> {
  await database.db.deleteFrom('projects').execute();
  await database.db.deleteFrom('server_secrets').execute();
  unused.push(database);
}

/** The location of an empty store for one test sandbox: in memory, or a new database if the run has a server. */
export async function openTestLocation(): Promise<TestStoreLocation> {
  const server = serverUrl();
  if (server === undefined) {
    return { location: { file: ':memory:' }, remove: () => Promise.resolve() };
  }
  const database = await takeDatabase(server);
  return { location: { databaseUrl: database.url }, remove: () => putBack(database) };
}

/** An open, empty store for one test sandbox. */
export async function openTestStore(): Promise<TestStore> {
  const server = serverUrl();
  if (server === undefined) {
    const db = await openStore({ file: ':memory:' });
    return { db, close: () => db.destroy() };
  }
  const database = await takeDatabase(server);
  return { db: database.db, close: () => putBack(database) };
}

/** Removes the databases of a file of tests, also those that it has left open. */
export async function removeTestStores(): Promise<void> {
  const server = serverUrl();
  if (server === undefined) return;
  for (const { name, db } of databases.splice(0)) {
    await db.destroy();
    await run(server, `drop database ${name} with (force)`);
  }
}
