import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { commandLimits } from './limits.ts';
import { openStates } from './states.ts';

/**
 * Removes the commands of all projects that ended 7 days ago: concluded, invalidated or expired.
 * @param now milliseconds since 1970
 */
export async function sweepCommands(tx: Transaction<Database>, now: number): Promise<void> {
  const until = now - commandLimits.kept;
  await tx
    .deleteFrom('commands')
    .where((eb) =>
      eb.or([
        eb('expires', '<=', until),
        eb.and([eb('status', 'not in', openStates), eb('updated', '<=', until)]),
      ]),
    )
    .execute();
}
