import type { Context } from '../context.ts';
import { toHex } from '../ota/files.ts';
import { joinBytes } from '../ota/join-bytes.ts';
import type { Asset } from './asset-state.ts';

/** ETags by part number. */
export type Etags = Readonly<Record<string, string>>;

/**
 * Joins the parts of an upload into the file, when each of them is there as its ETag says.
 * @param etags those the uploader received; nothing for a part that need not be checked
 */
export async function joinParts(context: Context, asset: Asset, etags: Etags): Promise<boolean> {
  const { tx, projectId } = context;
  const parts = tx
    .selectFrom('asset_parts')
    .where('project_id', '=', projectId)
    .where('asset_id', '=', asset.id);
  const stored = await parts.select(['part', 'etag']).execute();
  const isWhole = stored.length === asset.parts;
  if (!isWhole || stored.some(({ part, etag }) => (etags[part] ?? etag) !== etag)) return false;

  const bytes = joinBytes(await parts.select('bytes').orderBy('part').execute());
  // Devices compare SHA-256 of the file; a checksum that its owner gave is handed on as it is.
  const checksum = asset.checksum || toHex(await crypto.subtle.digest('SHA-256', bytes));
  await tx
    .updateTable('assets')
    .set({ size: bytes.length, checksum, status: 'deployable' })
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
  return true;
}
