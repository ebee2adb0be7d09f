import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresBinaries } from '../support/postgres/binaries.ts';
import type { PostgresServer } from '../support/postgres/server.ts';

/** Folder for the files of one sandbox. */
export function dataFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'sandbox-failure-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

const hasPostgres = (await postgresBinaries()) !== undefined;

/** Why there is no PostgreSQL to test with; nothing when there is one. */
export const postgresObstacle = hasPostgres
  ? undefined
  : 'npm has no PostgreSQL for this machine, and none is on PATH';

let databases = 0;

/** URL of a new database. */
export async function newDatabase(server: PostgresServer): Promise<string> {
  const name = `failure_${(databases += 1)}`;
  await server.run(`create database ${name}`);
  return server.url(name);
}
