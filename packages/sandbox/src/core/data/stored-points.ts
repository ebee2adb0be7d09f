import type { Kysely, Transaction } from 'kysely';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import type { Database, PointTable } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context, ReadContext } from '../context.ts';
import { RequestError } from '../errors.ts';
import { oldestKept } from '../time.ts';
import { inTransaction, tooMany } from '../transaction.ts';
import { checkText, maxBytes, utf8Length } from '../text.ts';

/** The two columns that store a value. */
export type ValueColumns = Pick<PointTable, 'number' | 'json'>;

function checkStatus(text: string): void {
  checkText('value', text);
  const bytes = utf8Length(text);
  if (bytes <= maxBytes) return;
  const message = `The text of "value" has ${bytes} bytes; the maximum is ${maxBytes}. Shorten it.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}

/**
 * Returns the columns of a value, or nothing if the value does not have the type of the variable.
 * @throws RequestError `generic::malformedrequest` for text that is too long or cannot be stored
 */
export function toColumns(type: string, value: JsonValue): ValueColumns | undefined {
  if (type === 'float') {
    return typeof value === 'number' ? { number: value, json: null } : undefined;
  }
  if (type === 'status') {
    if (typeof value !== 'string') return undefined;
    checkStatus(value);
    return { number: null, json: JSON.stringify(value) };
  }
  if (!isJsonObject(value)) return undefined;
  // A position has two documented numbers; other fields are not stored.
  const { lat, long } = value;
  if (typeof lat !== 'number' || typeof long !== 'number') return undefined;
  return { number: null, json: JSON.stringify({ lat, long }) };
}

/** Returns the value of the columns. */
export function toValue({ number, json }: ValueColumns): JsonValue {
  return number ?? (JSON.parse(json ?? 'null') as JsonValue);
}

/** Points that a project adds between two checks of the total of all projects. */
const perLook = 100;

/**
 * How long to wait before a full project is counted again, in milliseconds: counting 200,000 points takes 15 ms, too much for each
 * submission to a full project.
 */
const fullFor = 1000;

/** Whether a project was full less than a second ago. A time that is to come is that of a clock that was set back. */
const isRecent = (since: number, now: number) => since <= now && now - since < fullFor;

/** How a project gets below its maximum: no operation deletes single points. */
const remedy = 'Delete a variable or a node';

function isFull({ fullSince, projectId, now }: Context): boolean {
  return isRecent(fullSince.get(projectId) ?? -Infinity, now);
}

/** Removes expired entries, which are the oldest and come first. */
function noteFull({ fullSince, projectId, now }: Context): void {
  for (const [id, since] of fullSince) {
    if (isRecent(since, now)) break;
    fullSince.delete(id);
  }
  fullSince.set(projectId, now);
}

const countMore = prepared((db, of: { readonly projectId: string; readonly more: number }) =>
  db
    .insertInto('point_counts')
    .values({ project_id: of.projectId, points: of.more })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((row) => ({
        points: row('point_counts.points', '+', row.ref('excluded.points')),
      })),
    )
    .returning('points'),
);

/**
 * Adds to the count of a project. The count may be too high, because points replace others and are deleted, but never too
 * low. So a submission need not count the existing points.
 */
async function add({ tx, projectId }: Context, more: number): Promise<number> {
  const [counted] = await countMore(tx, { projectId, more });
  return counted?.points ?? more;
}

/** Sets the count of a project to the actual number. Submissions that wait for the row add to it afterward. */
async function recountPoints(tx: Transaction<Database>, projectId: string): Promise<number> {
  await tx
    .updateTable('point_counts')
    .set((eb) => ({ points: eb.ref('points') }))
    .where('project_id', '=', projectId)
    .execute();
  const { held } = await tx
    .selectFrom('points')
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('point_counts')
    .set({ points: Number(held) })
    .where('project_id', '=', projectId)
    .execute();
  return Number(held);
}

/**
 * Checks that the points of all projects are within their limit.
 * @throws RequestError 429 `sandbox::full`
 */
export async function requirePointSpace({
  tx,
  storage,
}: Pick<Context, 'tx' | 'storage'>): Promise<void> {
  const { sum } = await tx
    .selectFrom('point_counts')
    .select(({ fn }) => fn.sum('points').as('sum'))
    .executeTakeFirstOrThrow();
  if (Number(sum) <= storage.points.total) return;
  throw new RequestError(
    429,
    'sandbox::full',
    'This sandbox cannot store more points. Try again later.',
  );
}

/**
 * Checks that the quotas of the project and of the whole sandbox allow more points. Call it after the points are written, in
 * the same transaction, so that the exact count of a full project excludes replaced points. The total of all projects is
 * checked with every hundredth point of a project and can be exceeded by requests in flight, so that projects do not wait
 * for each other. For a second after a project was found full, points that replace others are rejected too.
 * @throws RequestError 429 `sandbox::toomany`
 */
export async function countPoints(context: Context, more: number): Promise<void> {
  const { tx, projectId } = context;
  const max = context.storage.points.project;
  const atMost = await add(context, more);
  if (atMost > max) {
    if (isFull(context)) throw tooMany(max, 'points', remedy);
    if ((await recountPoints(tx, projectId)) > max) {
      noteFull(context);
      throw tooMany(max, 'points', remedy);
    }
  }
  if (Math.floor(atMost / perLook) === Math.floor((atMost - more) / perLook)) return;
  await requirePointSpace(context);
}

async function sweepProject(
  tx: Transaction<Database>,
  projectId: string,
  now: number,
): Promise<number> {
  const mortal = await tx
    .selectFrom('variables')
    .select(['variable', 'ttl'])
    .where('project_id', '=', projectId)
    .where('ttl', '>', 0)
    .execute();
  let removed = 0n;
  for (const { variable, ttl } of mortal) {
    const { numDeletedRows } = await tx
      .deleteFrom('points')
      .where('project_id', '=', projectId)
      .where('node_id', 'in', (from) =>
        from.selectFrom('nodes').select('id').where('project_id', '=', projectId),
      )
      .where('variable', '=', variable)
      .where('timestamp', '<', oldestKept(ttl, now))
      .executeTakeFirstOrThrow();
    removed += numDeletedRows;
  }
  await recountPoints(tx, projectId);
  return Number(removed);
}

/**
 * Deletes expired points (`ttl` of their variable), with one transaction per project. Requests do not return expired points
 * anyway.
 * @param now milliseconds since 1970
 * @param pause awaited after each project
 * @returns number of deleted points
 */
export async function sweepData(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
): Promise<number> {
  const projects = await db.selectFrom('point_counts').select('project_id').execute();
  let removed = 0;
  for (const { project_id: projectId } of projects) {
    removed += await inTransaction(db, (tx) => sweepProject(tx, projectId, now));
    await pause(1);
  }
  return removed;
}
