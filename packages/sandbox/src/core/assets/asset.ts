import type { Selectable } from 'kysely';
import type { AssetTable } from '../../store/database.ts';
import type { Context, JsonObject, ReadContext } from '../context.ts';
import { CallError } from '../errors.ts';
import { limits } from '../limits.ts';
import { canonicalUuid, isStorable } from '../text.ts';

export type Asset = Selectable<AssetTable>;
type AssetState = 'uploadpending' | 'queued' | 'merging' | 'deployable' | 'mergefailed';

/**
 * Returns the state of an asset at a given time. The outcome of a merge is known when it is requested, because nothing
 * changes the parts afterwards; it becomes visible after the delay of `queued` and `merging`.
 * @param now milliseconds since 1970
 */
export function assetState({ status, joining }: Asset, now: number): AssetState {
  const since = joining === null ? Infinity : now - joining;
  if (since < limits.files.queueing) return 'queued';
  if (since < limits.files.queueing + limits.files.merging) return 'merging';
  return status as AssetState;
}

export function isDeployable(asset: Asset, now: number): boolean {
  return assetState(asset, now) === 'deployable';
}

/** @throws CallError 404, because no reason code is documented for assets */
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

/** Returns all assets of the project without their bytes. They are few enough to sort and count in memory. */
export async function readAssets({ tx, projectId, pause }: ReadContext): Promise<Asset[]> {
  const assets = await tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  await pause(assets.length);
  return assets;
}

function common(asset: Asset, now: number): JsonObject {
  return {
    assetId: asset.id,
    assetIdentifier: asset.identifier,
    assetDesc: asset.description,
    assetMeta: JSON.parse(asset.meta) as JsonObject,
    assetSize: asset.size,
    // Seconds, as in the example of the document, which states no unit.
    created: Math.floor(asset.created / 1000),
    assetStatus: assetState(asset, now),
  };
}

/**
 * Builds `AssetSummary`.
 * @param current the version uploaded last
 */
export function assetSummary(asset: Asset, current: Asset, now: number): JsonObject {
  return { ...common(asset, now), assetCurrentVersion: current.version };
}

/** Fields that `AssetVersion` and the device response share. */
export function fileFacts(asset: Asset): JsonObject {
  return {
    assetVersion: asset.version,
    assetSigned: asset.is_signed === 1,
    assetSignature: asset.signature,
    assetChecksum: asset.checksum,
  };
}

/** `AssetVersion`. */
export function assetVersion(asset: Asset, now: number): JsonObject {
  return { ...common(asset, now), ...fileFacts(asset) };
}

/**
 * Checks that a multipart upload can still be completed. After that, its parts are deleted.
 * @throws CallError 409
 */
export function requireUploadTime({ parts, created }: Asset, now: number): void {
  if (parts === 1 || now < created + limits.files.uploadWindow) return;
  throw new CallError(
    409,
    'sandbox::uploadexpired',
    'A multipart upload must be completed within 24 hours. Its parts were deleted: create the asset again.',
  );
}
