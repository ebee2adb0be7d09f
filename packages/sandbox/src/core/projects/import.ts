/** Import of a project from a file that `exportProject` has written. */
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../../store/database.ts';
import { keyHash, newApiKey } from '../auth/keys.ts';
import { requirePointSpace } from '../data/stored-points.ts';
import type { Deps } from '../deps.ts';
import { isUniqueViolation, RequestError } from '../errors.ts';
import { storedBytes } from '../ota/asset-records.ts';
import { findProgress, isOver } from '../ota/rollout.ts';
import { lastUseTime } from '../time.ts';
import { inTransaction, lockAll, tooMany } from '../transaction.ts';
import { tableOf } from './file-format.ts';
import { malformedFile, readProjectFile } from './file-reader.ts';
import {
  deleteRetired,
  type LifecycleDeps,
  lockProjectOf,
  makeSpaceForProject,
  type NewProject,
} from './lifecycle.ts';
import { purgeProject, retireProject, stagedHash, unusableKeyOf } from './retire.ts';
import type { Known, ProjectTable, Row } from './tables.ts';

/** Dependencies of an import. */
type ImportDeps = LifecycleDeps & Pick<Deps, 'storage'>;

function taken(): RequestError {
  return new RequestError(
    409,
    'sandbox::projectexists',
    'Another project of this sandbox has a connection key or an access token of the file: it is probably the same project. Use that project, send its API key to replace its data, or delete it first.',
  );
}

/** @throws RequestError 409 if another project has a credential of the file: each must identify one project */
async function requireFreeKeys(tx: Transaction<Database>, { rows }: Known): Promise<void> {
  const sources = [
    ['nodes', 'connection_key'],
    ['access_tokens', 'id'],
  ] as const;
  for (const [table, column] of sources) {
    const values = rows[table].map((row) => row[column] ?? null);
    if (values.length === 0) continue;
    const { rows: found } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)}) limit 1
    `.execute(tx);
    if (found.length > 0) throw taken();
  }
}

function insertRows(projectId: string, name: ProjectTable, rows: readonly Row[]) {
  const columns = Object.keys(tableOf(name).columns);
  const values = rows.map(
    (row) => sql`(${sql.join([projectId, ...columns.map((column) => row[column])])})`,
  );
  const names = sql.join(['project_id', ...columns].map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`;
}

/** Returns the stored bytes of each asset that has any, by its id. */
async function assetBytes(db: Kysely<Database>, projectId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('asset_parts')
    .select(({ fn }) => ['asset_id', fn.sum<number | string>('size').as('held')])
    .where('project_id', '=', projectId)
    .groupBy('asset_id')
    .execute();
  return new Map(rows.map(({ asset_id: id, held }) => [id, Number(held)]));
}

/**
 * Checks that devices can download what the project offers them.
 * @throws RequestError 400 if the parts of a deployable asset do not have its size, or an active deployment has no deployable asset
 */
async function requireFiles(
  db: Kysely<Database>,
  projectId: string,
  { rows }: Known,
  now: number,
): Promise<void> {
  const bytes = await assetBytes(db, projectId);
  const deployable = rows.assets.filter(({ status }) => status === 'deployable');
  for (const { id, size } of deployable) {
    const held = bytes.get(String(id)) ?? 0;
    if (held === size) continue;
    const text = `the asset ${String(id)} is deployable, but its parts have ${held} of ${String(size)} bytes.`;
    throw malformedFile(text);
  }
  const ids = new Set(deployable.map(({ id }) => id));
  const progress = await findProgress({ tx: db, projectId });
  const lacking = progress.find((one) => !isOver(one, now) && !ids.has(one.deployment.asset_id));
  if (!lacking) return;
  const { id, asset_id: assetId } = lacking.deployment;
  throw malformedFile(
    `the deployment ${id} has not ended and needs its asset ${assetId}, which is missing or not deployable.`,
  );
}

/** Checks that this sandbox can store the points and files of an import. */
async function requireSpace(
  tx: Transaction<Database>,
  { storage }: ImportDeps,
  projectId: string,
  former: string | undefined,
): Promise<void> {
  await lockAll(tx, 'bytes');
  await requirePointSpace({ tx, storage });
  const replaced = former === undefined ? 0 : await storedBytes(tx, { project_id: former });
  const assets = [...(await assetBytes(tx, projectId)).values()];
  const sum = assets.reduce((bytes, held) => bytes + held, 0);
  const { file, project, total } = storage.bytes;
  const bounds = [
    ['sandbox::assettoolarge', 'one asset', Math.max(...assets), file],
    ['sandbox::storagefull', 'the assets of a project', sum, project],
    [
      'sandbox::storagefull',
      'the assets of all projects',
      (await storedBytes(tx, {})) - replaced,
      total,
    ],
  ] as const;
  const broken = bounds.find(([, , held, most]) => held > most);
  if (!broken) return;
  const [reason, what, , most] = broken;
  const text = `The import exceeds a limit of this sandbox: ${most} bytes for ${what}. Delete assets before the export.`;
  throw new RequestError(413, reason, text);
}

/** Makes a written project reachable with the credentials of its file. */
async function activate(
  tx: Transaction<Database>,
  projectId: string,
  known: Known,
  row: Updateable<Database['projects']>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set(row)
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error('the staged project was deleted');
  for (const { id, connection_key: key } of known.rows.nodes) {
    await tx
      .updateTable('nodes')
      .set({ connection_key: String(key) })
      .where('project_id', '=', projectId)
      .where('id', '=', String(id))
      .execute();
  }
  const tokens = known.rows.access_tokens;
  if (tokens.length > 0) await insertRows(projectId, 'access_tokens', tokens).execute(tx);
}

/** Writes the rows of a file to a project that nobody can reach, in short transactions. */
async function stage(
  { db, storage, pause: yieldToOthers }: ImportDeps,
  projectId: string,
  bytes: Uint8Array,
  check: () => void,
): Promise<Known> {
  const pause = async (rows: number) => {
    check();
    await yieldToOthers(rows);
  };
  // Another sandbox can have lower limits than the one that exported the file.
  const { project: maxPoints } = storage.points;
  const known = await readProjectFile(bytes, pause, async (name, rows, { counts }) => {
    if ((counts.points ?? 0) > maxPoints) throw tooMany(maxPoints, 'points');
    if (name === 'access_tokens') return;
    const written =
      name === 'nodes'
        ? rows.map((row) => ({ ...row, connection_key: unusableKeyOf(projectId, String(row.id)) }))
        : rows;
    await insertRows(projectId, name, written).execute(db);
    await pause(rows.length);
  });
  // A file without a count must not bypass the quota of points.
  await db
    .insertInto('point_counts')
    .values({ project_id: projectId, points: known.counts.points ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return known;
}

export interface ImportOptions {
  /** Hash of the API key of the project to replace the data of; undefined for a new project. */
  readonly replaced?: string | undefined;
  /** Name of the client that creates a project; see `createProject`. */
  readonly creator?: string;
  /** Called between two parts; throws if the import must end. */
  readonly check?: () => void;
}

/**
 * Writes the rows of a file to a new project with a new API key, or replaces the data of a project, which keeps its API key and
 * the id that clients know. Ids and keys in the project are those of the file, so that devices continue to work. Other requests run while
 * the rows are written, and all of them become visible at once.
 * @returns the id of its rows, and the API key of a new project
 * @throws RequestError 409 `sandbox::projectexists` if another project has a key of the file, `auth::tokennotfound` if the
 * project no longer exists, 429 or 413 if this sandbox cannot store the points or assets
 * @throws RetryLater 503 `sandbox::full` if there are too many projects and all are in use
 */
export async function importProject(
  deps: ImportDeps,
  bytes: Uint8Array,
  { replaced, creator, check = () => undefined }: ImportOptions = {},
): Promise<Partial<NewProject> & Pick<NewProject, 'projectId'>> {
  const { db, clock, ids, sha256, pause, idleClock = clock } = deps;
  const projectId = ids.uuid();
  const now = clock.now();
  const times = { created: now, last_used: lastUseTime(deps) };
  await db
    .insertInto('projects')
    .values({ id: projectId, api_key_hash: stagedHash(projectId), ...times, uses: 0 })
    .execute();
  let ended: string[];
  let apiKey: string | undefined;
  try {
    const known = await stage(deps, projectId, bytes, check);
    await requireFiles(db, projectId, known, now);
    ended = await inTransaction(db, async (tx) => {
      if (replaced !== undefined) {
        const { id, ...former } = await lockProjectOf(tx, replaced);
        const public_id = former.public_id ?? id;
        await retireProject(tx, id);
        await requireFreeKeys(tx, known);
        await requireSpace(tx, deps, projectId, id);
        await activate(tx, projectId, known, {
          ...former,
          public_id,
          last_used: lastUseTime(deps),
        });
        return [id];
      }
      apiKey = newApiKey(ids);
      // It has the reader's data, unlike a project that was only created.
      const row = { api_key_hash: keyHash(sha256, apiKey), client: creator ?? null, uses: 1 };
      const retired = await makeSpaceForProject(tx, deps, idleClock.now(), creator);
      await requireFreeKeys(tx, known);
      await requireSpace(tx, deps, projectId, undefined);
      await activate(tx, projectId, known, { ...row, created: now });
      return retired;
    });
  } catch (error) {
    await purgeProject(db, projectId, pause);
    // Another import of the file ended in the meantime.
    throw isUniqueViolation(error) ? taken() : error;
  }
  await deleteRetired(deps, ended);
  return { projectId, ...(apiKey !== undefined && { apiKey }) };
}
