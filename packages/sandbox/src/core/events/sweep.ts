import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/** How long events are kept, in milliseconds: 7 days, a choice of this sandbox. */
export const eventsKept = 7 * 24 * 3_600_000;

/**
 * Removes the events that were received too long ago, in all projects.
 * @param now milliseconds since 1970
 */
export async function sweepEvents(tx: Transaction<Database>, now: number): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('received', '<=', now - eventsKept)
    .execute();
}
