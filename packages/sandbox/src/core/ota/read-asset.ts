import { isDeployable } from '../assets/asset-state.ts';
import { CallError } from '../call-error.ts';
import type { FilePlace } from './files.ts';
import { joinBytes } from './join-bytes.ts';
import type { FileContext } from './store-part.ts';

type Download = Extract<FilePlace, { kind: 'download' }>;

export interface AssetFile {
  /** Name to save under: identifier and version. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the whole file behind a download address, its parts joined in their order.
 * @param download what `verifyAddress` read from the address
 * @throws CallError 404 when the asset is gone or not deployable
 */
export async function readAsset(
  { tx, now }: FileContext,
  { projectId, assetId }: Download,
): Promise<AssetFile> {
  const asset = await tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', assetId)
    .executeTakeFirst();
  if (!asset || !isDeployable(asset, now)) {
    throw new CallError(404, 'sandbox::assetnotfound', 'The asset of this address is gone.');
  }
  const parts = await tx
    .selectFrom('asset_parts')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('asset_id', '=', assetId)
    .orderBy('part')
    .execute();
  return { name: `${asset.identifier}-${asset.version}`, bytes: joinBytes(parts) };
}
