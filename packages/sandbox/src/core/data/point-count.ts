import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';
import { limits } from '../limits.ts';
import { tooMany } from '../require-quota.ts';

/** Points that a project adds between two checks of the total of all projects. */
const perLook = 100;

/**
 * How long a full project is not counted again, in milliseconds: counting 200,000 points takes 15 ms, too much for each
 * submission to a full project.
 */
const fullFor = 1000;

/** When each project was found full. */
const fullSince = new Map<string, number>();

function isFull({ projectId, now }: Context): boolean {
  return now - (fullSince.get(projectId) ?? -Infinity) < fullFor;
}

/** Removes expired entries, which are the oldest and come first. */
function noteFull({ projectId, now }: Context): void {
  for (const [id, since] of fullSince) {
    if (now - since < fullFor) break;
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

/** Sets the count of a project to the actual number. Submissions that wait for the row add to it afterwards. */
export async function recountPoints(tx: Transaction<Database>, projectId: string): Promise<number> {
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
 * Checks that the quotas of the project and of the whole sandbox allow more points. Call it after the points are written, in
 * the same transaction, so that the exact count of a full project excludes replaced points. The total of all projects is
 * checked with every hundredth point of a project and can be exceeded by requests in flight, so that projects do not wait
 * for each other. For a second after a project was found full, points that replace others are rejected too.
 * @throws CallError 429 `sandbox::toomany`
 */
export async function countPoints(context: Context, more: number): Promise<void> {
  const { tx, projectId } = context;
  const max = limits.project.points;
  const atMost = await add(context, more);
  if (atMost > max) {
    if (isFull(context)) throw tooMany(max, 'points');
    if ((await recountPoints(tx, projectId)) > max) {
      noteFull(context);
      throw tooMany(max, 'points');
    }
  }
  if (Math.floor(atMost / perLook) === Math.floor((atMost - more) / perLook)) return;
  const { sum } = await tx
    .selectFrom('point_counts')
    .select(({ fn }) => fn.sum('points').as('sum'))
    .executeTakeFirstOrThrow();
  if (Number(sum) <= limits.total.points) return;
  throw new CallError(
    429,
    'sandbox::full',
    'This sandbox cannot store more points. Try again later.',
  );
}
