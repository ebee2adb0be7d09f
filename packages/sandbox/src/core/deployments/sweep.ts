import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/** Milliseconds that a deployment is kept after it was aborted or has expired: 30 days. */
const kept = 30 * 86_400_000;

/**
 * Removes the deployments of all projects that ended 30 days ago, with what devices reported of them.
 * @param now milliseconds since 1970
 */
export async function sweepDeployments(tx: Transaction<Database>, now: number): Promise<void> {
  const until = now - kept;
  await tx
    .deleteFrom('deployments')
    .where((eb) => eb.or([eb('expires', '<=', until), eb('aborted', '<=', until)]))
    .execute();
}
