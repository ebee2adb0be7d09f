import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import { canonicalUuid } from '../uuid.ts';
import type { Asset } from './asset-state.ts';

/** @throws CallError 404: no reason code is documented for assets */
export async function findAsset({ tx, projectId }: Context, assetId: string): Promise<Asset> {
  const asset = isStorable(assetId)
    ? await tx
        .selectFrom('assets')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', canonicalUuid(assetId))
        .executeTakeFirst()
    : undefined;
  if (asset) return asset;
  throw new CallError(
    404,
    'sandbox::assetnotfound',
    `There is no asset ${assetId} in this project. "List assets" returns the ids.`,
  );
}
