import type { ReadContext } from '../context.ts';
import type { Asset } from './asset-state.ts';

/** All assets of the project, without their bytes. They are few enough to sort and count in memory. */
export async function readAssets({ tx, projectId, pause }: ReadContext): Promise<Asset[]> {
  const assets = await tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  await pause(assets.length);
  return assets;
}
