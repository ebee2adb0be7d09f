import type { Kysely, Transaction } from 'kysely';
import type { Context } from './context.ts';
import { RequestError, codeOf, projectEnded } from './errors.ts';
import { limits } from './limits.ts';
import type { Database, LockName } from '../store/database.ts';

/** Maximum attempts for a transaction that conflicts with another one. */
const attempts = 4;

/**
 * PostgreSQL errors that a retry can resolve: serialization failure, deadlock, and a reference to a row that another
 * transaction deleted in the meantime (https://www.postgresql.org/docs/current/errcodes-appendix.html). SQLite has one
 * writer, so they do not occur there.
 */
const lost = new Set(['40001', '40P01', '23503']);

/**
 * Runs work in a transaction: all of its writes are applied, or none. After a conflict the work is run again from the start,
 * so it must not have effects outside of the transaction.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !lost.has(codeOf(error))) throw error;
    }
  }
}

/**
 * Locks the project until the end of the transaction, so that counts remain valid until they are written. SQLite has one
 * writer anyway; PostgreSQL locks the updated row.
 * @throws RequestError `auth::tokennotfound` if the project was deleted after its credential was checked
 */
export async function lockProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set((eb) => ({ created: eb.ref('created') }))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw projectEnded();
}

/** The same for counts over all projects. Acquire it after the lock of a project, never before. */
export async function lockAll(tx: Transaction<Database>, name: LockName): Promise<void> {
  await tx
    .updateTable('locks')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('name', '=', name)
    .execute();
}

/** Table of each kind, and its name in messages. */
const kinds = {
  nodes: ['nodes', 'nodes'],
  variables: ['variables', 'variables'],
  logs: ['logs', 'log lines'],
  values: ['value_store', 'keys'],
  tokens: ['access_tokens', 'access tokens'],
  streams: ['streams', 'streams'],
  commands: ['commands', 'commands'],
  assets: ['assets', 'assets'],
  deployments: ['deployments', 'deployments'],
  reports: ['deployment_reports', 'reports of deployments'],
} as const;

export function tooMany(max: number, what: string): RequestError {
  return new RequestError(
    429,
    'sandbox::toomany',
    `A project can have at most ${max} ${what} in this sandbox. Delete some, reset the project, or create another project.`,
  );
}

/**
 * Checks that the quota of the project allows more resources of a kind. No concurrent request adds one before this one ends.
 * @throws RequestError 429 `sandbox::toomany`
 */
export async function requireQuota(
  { tx, projectId }: Context,
  kind: keyof typeof kinds,
  more = 1,
): Promise<void> {
  const [table, what] = kinds[kind];
  await lockProject(tx, projectId);
  const { held } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const max = limits.project[kind];
  if (Number(held) + more > max) throw tooMany(max, what);
}
