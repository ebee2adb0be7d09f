/** Deletion of projects in two steps: one short transaction makes a project unreachable, then its data is deleted in parts. */
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';

/** Points that are deleted in one transaction: a few milliseconds. */
const perSlice = 2000;

/**
 * Tables that refer to a project, in order of deletion. Points are deleted before, by key, because cascading from each
 * variable takes ten times as long.
 */
const tables = [
  ...(['asset_parts', 'logs', 'events', 'commands', 'value_store', 'nodes', 'variables'] as const),
  ...([
    'access_tokens',
    'event_rules',
    'streams',
    'assets',
    'deployments',
    'point_counts',
  ] as const),
];

/**
 * Start of the value that replaces the hash of the API key: of a project that is being deleted, and of one that an import is
 * writing. A hash has hexadecimal digits only, so no API key reaches them.
 */
const [retired, staged] = ['retired ', 'staged '] as const;

/** The hash of the API key of a project that an import is writing. */
export const stagedHash = (projectId: string) => `${staged}${projectId}`;

/** The connection key of a node that no device can use: that of a project without an API key. */
const unusableKey = sql<string>`'unusable ' || project_id || ' ' || id`;

/** The same for a node that an import writes. */
export const unusableKeyOf = (projectId: string, nodeId: string) =>
  `unusable ${projectId} ${nodeId}`;

/** Whether a project can be used: it is neither being deleted nor being written. */
export function isLive(eb: ExpressionBuilder<Database, 'projects'>) {
  return eb.and([
    eb('api_key_hash', 'not like', `${retired}%`),
    eb('api_key_hash', 'not like', `${staged}%`),
  ]);
}

/**
 * Makes a project and everything in it unreachable, and frees its keys. `purgeProject` then deletes its data. The project must
 * be locked.
 */
export async function retireProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ api_key_hash: sql<string>`${retired} || id` })
    .where('id', '=', projectId)
    .execute();
  await tx
    .updateTable('nodes')
    .set({ connection_key: unusableKey })
    .where('project_id', '=', projectId)
    .execute();
  for (const table of ['access_tokens', 'point_counts'] as const) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
  }
}

async function purgePoints(
  db: Kysely<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('points')
      .where('project_id', '=', projectId)
      .where((eb) =>
        eb(
          eb.refTuple('node_id', 'variable', 'timestamp'),
          'in',
          eb
            .selectFrom('points')
            .select(['node_id', 'variable', 'timestamp'])
            .where('project_id', '=', projectId)
            .limit(perSlice)
            .$asTuple('node_id', 'variable', 'timestamp'),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < perSlice) return;
    await pause(perSlice);
  }
}

/**
 * Deletes a project that is unreachable, with one short transaction for each part, so that other requests run in between.
 * @param pause yields to other work between two parts
 */
export async function purgeProject(
  db: Kysely<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await purgePoints(db, projectId, pause);
  for (const table of tables) {
    await db.deleteFrom(table).where('project_id', '=', projectId).execute();
    await pause(1);
  }
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
}

/** Time for an import to write its project, in milliseconds. */
const stagingTime = 15 * 60_000;

/** Deletes what remains of projects whose deletion or import was interrupted, for example by a crash. */
export async function purgeInterrupted(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
): Promise<void> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('api_key_hash', 'like', `${retired}%`),
        eb.and([
          eb('api_key_hash', 'like', `${staged}%`),
          eb('last_used', '<=', now - stagingTime),
        ]),
      ]),
    )
    .execute();
  for (const { id } of found) await purgeProject(db, id, pause);
}
