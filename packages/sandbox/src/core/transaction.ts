import type { Kysely, Transaction } from 'kysely';
import type { Context } from './context.ts';
import { RequestError, codeOf, projectEnded } from './errors.ts';
import { limits } from './limits.ts';
import { isLive } from './projects/retire.ts';
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
    .where(isLive)
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
  events: ['events', 'events'],
  values: ['value_store', 'keys'],
  tokens: ['access_tokens', 'access tokens'],
  streams: ['streams', 'streams', 'Wait until one expires'],
  commands: ['commands', 'commands that have not ended', 'Invalidate some'],
  assets: ['assets', 'assets'],
  deployments: ['deployments', 'deployments that have not ended', 'Abort some'],
  reports: ['deployment_reports', 'reports of deployments'],
} as const;

type Kind = keyof typeof kinds;

/** The project whose quota counts. */
type ProjectContext = Pick<Context, 'tx' | 'projectId'>;

/** @param remedy how to get below the maximum */
export function tooMany(max: number, what: string, remedy = 'Delete some'): RequestError {
  return new RequestError(
    429,
    'sandbox::toomany',
    `A project can have at most ${max} ${what} in this sandbox. ${remedy}, reset the project, or create another project.`,
  );
}

/** Locks the project, and returns how many resources of a kind it would have above its quota. */
async function excessOf(
  { tx, projectId }: ProjectContext,
  kind: Kind,
  more: number,
): Promise<number> {
  await lockProject(tx, projectId);
  const { held } = await tx
    .selectFrom(kinds[kind][0])
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(held) + more - limits.project[kind];
}

/**
 * Checks that the quota of the project allows more resources of a kind. No concurrent request adds one before this one ends.
 * @throws RequestError 429 `sandbox::toomany`
 */
export async function requireQuota(context: ProjectContext, kind: Kind, more = 1): Promise<void> {
  const [, what, remedy] = kinds[kind];
  if ((await excessOf(context, kind, more)) > 0) throw tooMany(limits.project[kind], what, remedy);
}

/** Whether the project has as many resources of a kind as its quota allows. No concurrent request adds or deletes one meanwhile. */
export async function isFull(context: ProjectContext, kind: Kind): Promise<boolean> {
  return (await excessOf(context, kind, 1)) > 0;
}

/**
 * Like `requireQuota`, but above the quota it deletes as many old resources as needed.
 * @param replaceable returns the resources that may be deleted, the oldest first, at most `count`
 * @throws RequestError 429 `sandbox::toomany` if too few may be deleted
 */
export async function makeSpace(
  context: ProjectContext,
  kind: 'logs' | 'events' | 'commands' | 'deployments' | 'tokens',
  more: number,
  replaceable: (count: number) => Promise<readonly { readonly id: string }[]>,
): Promise<void> {
  const [table, what, remedy] = kinds[kind];
  const excess = await excessOf(context, kind, more);
  if (excess <= 0) return;
  const old = await replaceable(excess);
  if (old.length < excess) throw tooMany(limits.project[kind], what, remedy);
  await context.tx
    .deleteFrom(table)
    .where('project_id', '=', context.projectId)
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute();
}
