import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { otaLimits } from '../ota/limits.ts';

/**
 * Removes the parts of multipart uploads that were not finished in 24 hours, in all projects. The asset stays as it is.
 * @param now milliseconds since 1970
 */
export async function sweepAssets(tx: Transaction<Database>, now: number): Promise<void> {
  const unfinished = await tx
    .selectFrom('assets')
    .select(['project_id', 'id'])
    .where('parts', '>', 1)
    .where('status', '!=', 'deployable')
    .where('created', '<=', now - otaLimits.uploadWindow)
    .execute();
  for (const { project_id: projectId, id } of unfinished) {
    await tx
      .deleteFrom('asset_parts')
      .where('project_id', '=', projectId)
      .where('asset_id', '=', id)
      .execute();
  }
}
