import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { oldestKeptLog } from './retention.ts';

/**
 * Removes the log lines older than six months, in all projects. Calls do not see them before either.
 * @param now milliseconds since 1970
 * @returns how many there were
 */
export async function sweepLogs(tx: Transaction<Database>, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('logs')
    .where('timestamp', '<', oldestKeptLog(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
