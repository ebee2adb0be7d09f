import type { Selectable } from 'kysely';
import type { AssetTable } from '../../store/tables/ota.ts';
import { otaLimits } from '../ota/limits.ts';

export type Asset = Selectable<AssetTable>;
export type AssetState = 'uploadpending' | 'queued' | 'merging' | 'deployable' | 'mergefailed';

/**
 * State at a given time. How the joining of parts ends is known when it is asked for, as nothing can change the parts
 * meanwhile; it shows after the time that `queued` and `merging` take.
 * @param now milliseconds since 1970
 */
export function assetState({ status, joining }: Asset, now: number): AssetState {
  const since = joining === null ? Infinity : now - joining;
  if (since < otaLimits.queueing) return 'queued';
  if (since < otaLimits.queueing + otaLimits.merging) return 'merging';
  return status as AssetState;
}

export function isDeployable(asset: Asset, now: number): boolean {
  return assetState(asset, now) === 'deployable';
}
