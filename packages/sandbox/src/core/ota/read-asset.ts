import { isDeployable } from '../assets/asset-state.ts';
import { CallError } from '../call-error.ts';
import type { ByteRange } from './byte-range.ts';
import type { FileTarget } from './files.ts';
import { joinBytes } from './join-bytes.ts';
import type { FileContext } from './store-part.ts';

type Download = Extract<FileTarget, { kind: 'download' }>;

export interface AssetFile {
  /** Name to save under: identifier and version. */
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
}

function gone(): CallError {
  return new CallError(404, 'sandbox::assetnotfound', 'The asset of this address is gone.');
}

/**
 * The file behind a download address, without its bytes.
 * @param download what `verifyAddress` read from the address
 * @throws CallError 404 when the asset is gone or not deployable
 */
export async function findFile(
  { tx, now }: FileContext,
  { projectId, assetId }: Download,
): Promise<AssetFile> {
  const asset = await tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', assetId)
    .executeTakeFirst();
  if (!asset || !isDeployable(asset, now)) throw gone();
  return { name: `${asset.identifier}-${asset.version}`, size: asset.size };
}

/**
 * Reads bytes of a file that `findFile` has found, of each of its parts only those inside the range.
 * @throws CallError 404 when the asset has gone meanwhile
 */
export async function readBytes(
  { tx }: FileContext,
  { projectId, assetId }: Download,
  { first, last }: ByteRange,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = tx
    .selectFrom('asset_parts')
    .where('project_id', '=', projectId)
    .where('asset_id', '=', assetId);
  const sizes = await parts.select(['part', 'size']).orderBy('part').execute();
  const chunks: { readonly bytes: ArrayBuffer | Uint8Array }[] = [];
  let start = 0;
  for (const { part, size } of sizes) {
    const from = Math.max(first - start, 0);
    const length = Math.min(last + 1 - start, size) - from;
    start += size;
    if (length <= 0) continue;
    const chunk = await parts
      .select((eb) => {
        // SQL counts bytes from 1.
        const inside = ['bytes', eb.val(from + 1), eb.val(length)] as const;
        return eb.fn<ArrayBuffer | Uint8Array>('substr', inside).as('bytes');
      })
      .where('part', '=', part)
      .execute();
    chunks.push(...chunk);
  }
  const bytes = joinBytes(chunks);
  if (bytes.length !== last + 1 - first) throw gone();
  return bytes;
}
