import type { Context } from '../context.ts';
import type { Asset } from './asset-state.ts';

/** All assets of the project, without their bytes. They are few enough to sort and count in memory. */
export function readAssets({ tx, projectId }: Context): Promise<Asset[]> {
  return tx.selectFrom('assets').selectAll().where('project_id', '=', projectId).execute();
}
