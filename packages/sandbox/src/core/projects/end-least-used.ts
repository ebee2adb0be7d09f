import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { limits } from '../limits.ts';
import type { ReadContext } from '../context.ts';
import { removeProject } from './remove.ts';

const { keep } = limits.projects;

/** Whether a project may be ended for another one. */
function mayEnd(eb: ExpressionBuilder<Database, 'projects'>, now: number) {
  return eb.or([
    eb.and([eb('uses', '=', 0), eb('last_used', '<=', now - keep.unused)]),
    eb('last_used', '<=', now - keep.used),
  ]);
}

/**
 * Ends the project that was used least, of those the one that nobody has used for longest. Who creates many projects and
 * leaves them, or uses each of them once, replaces no project that is in use.
 * @param now milliseconds since 1970
 * @param pause lets other work run between two parts of this
 * @returns its id; nothing when all are in use
 */
export async function endLeastUsedProject(
  tx: Transaction<Database>,
  now: number,
  pause: ReadContext['pause'],
): Promise<string | undefined> {
  for (;;) {
    const found = await tx
      .selectFrom('projects')
      .select('id')
      .where((eb) => mayEnd(eb, now))
      .orderBy('uses')
      .orderBy('last_used')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return undefined;
    // Written, so that PostgreSQL locks the row, and looks again once other users of the project are done.
    const { numUpdatedRows } = await tx
      .updateTable('projects')
      .set((eb) => ({ created: eb.ref('created') }))
      .where('id', '=', found.id)
      .where((eb) => mayEnd(eb, now))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await removeProject(tx, found.id, pause);
    return found.id;
  }
}

/**
 * When the next project may be ended, if nobody uses it until then.
 * @returns milliseconds since 1970
 */
export async function nextEnd(tx: Transaction<Database>): Promise<number> {
  const { unused, used } = await tx
    .selectFrom('projects')
    .select(({ fn }) => [
      fn.min<number | null>('last_used').filterWhere('uses', '=', 0).as('unused'),
      fn.min<number | null>('last_used').as('used'),
    ])
    .executeTakeFirstOrThrow();
  return Math.min((unused ?? Infinity) + keep.unused, (used ?? Infinity) + keep.used);
}
