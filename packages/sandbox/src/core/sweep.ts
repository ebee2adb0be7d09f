import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { sweepAssets } from './assets/sweep.ts';
import { sweepCommands } from './commands/sweep.ts';
import { sweepData } from './data/sweep.ts';
import { sweepDeployments } from './deployments/sweep.ts';
import { sweepEvents } from './events/index.ts';
import { sweepLogs } from './logs/sweep.ts';
import { sweepProjects } from './projects/sweep.ts';
import type { ReadContext } from './context.ts';
import type { Ended } from './context.ts';
import { inTransaction } from './transaction.ts';

/**
 * Deletes expired data of all projects. Calls already ignore it: this frees quota.
 * @param now milliseconds since 1970
 * @param pause waited for between projects
 * @param ended told of each project that has ended
 */
export async function sweep(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<void> {
  await sweepProjects(db, now, pause, ended);
  await sweepData(db, now, pause);
  for (const part of [sweepAssets, sweepCommands, sweepDeployments, sweepLogs, sweepEvents]) {
    await inTransaction(db, async (tx) => {
      await part(tx, now);
    });
  }
}
