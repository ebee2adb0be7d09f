import type { JsonObject } from '../context.ts';
import { assetState, type Asset } from './asset-state.ts';

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
 * `AssetSummary`: an identifier by one of its versions.
 * @param current the version uploaded last
 */
export function assetSummary(asset: Asset, current: Asset, now: number): JsonObject {
  return { ...common(asset, now), assetCurrentVersion: current.version };
}

/** Fields of both `AssetVersion` and the response to a device. */
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
