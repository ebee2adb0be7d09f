import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import { CallError } from '../errors.ts';
import type { Context } from '../context.ts';
import { limits } from '../limits.ts';
import { tooMany } from '../require-quota.ts';

/** Points of a project between two looks at what all projects hold together. */
const perLook = 100;

/**
 * Milliseconds for which a project that was found full is not counted again: to count 200,000 points takes 15 ms, which
 * submitting to a full project must not cost the sandbox each time.
 */
const fullFor = 1000;

/** When each project was found full. */
const fullSince = new Map<string, number>();

function isFull({ projectId, now }: Context): boolean {
  return now - (fullSince.get(projectId) ?? -Infinity) < fullFor;
}

/** Forgets the projects whose time is over: those found full first come first. */
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
 * Adds to the count of a project. The count may be too high, because points replace others and are deleted, but
 * never too low: so a submission need not count the points there are.
 */
async function add({ tx, projectId }: Context, more: number): Promise<number> {
  const [counted] = await countMore(tx, { projectId, more });
  return counted?.points ?? more;
}

/** Sets the count of a project to what it holds. Submissions that wait for the count meanwhile add to it afterwards. */
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
 * Checks that the quotas of the project and of the whole sandbox allow more points. To be called after they are written, in
 * the same transaction, so that the exact count of a full project tells new points from replaced ones. The bound over all
 * projects is looked at with every hundredth point of one, and can be passed by what is in flight at the same time: it is
 * no reason for projects to wait for each other. Within a second after a project was found full, points that replace others are
 * rejected too.
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
  throw new CallError(429, 'sandbox::full', 'This sandbox is full of points. Try again later.');
}
