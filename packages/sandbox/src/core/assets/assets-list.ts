import type { ReadHandler } from '../context.ts';
import { storedBytes } from '../ota/stored-bytes.ts';
import { cutPage, readPage } from '../page.ts';
import { assetState, type Asset } from './asset-state.ts';
import { compare } from './compare.ts';
import { readAssets } from './read-assets.ts';
import { assetSummary } from './views.ts';

interface Request {
  readonly filter?: { readonly status?: string };
  readonly orderby?: string;
  readonly order?: string;
}

/** Uploaded last, and among those that are not uploaded, created last. */
function isNewer(a: Asset, b: Asset): boolean {
  return (
    (compare(a.completed ?? 0, b.completed ?? 0) ||
      compare(a.created, b.created) ||
      compare(a.id, b.id)) > 0
  );
}

/** For each identifier the newest of some assets. */
function newestOfEach(assets: readonly Asset[]): ReadonlyMap<string, Asset> {
  const newest = new Map<string, Asset>();
  for (const asset of assets) {
    const known = newest.get(asset.identifier);
    if (!known || isNewer(asset, known)) newest.set(asset.identifier, asset);
  }
  return newest;
}

function sortValue(asset: Asset, orderby: string, now: number): string | number {
  switch (orderby) {
    case 'aidentifiersset':
      return asset.identifier;
    case 'assetsize':
      return asset.size;
    case 'astatussset':
      return assetState(asset, now);
    default:
      return asset.created;
  }
}

/**
 * `POST /assets/list`: one entry for each identifier, which is the version uploaded last among those that pass the filter;
 * `assetCurrentVersion` is that of all. The newest first, unless told otherwise.
 */
export const assetsList: ReadHandler = async (context, body) => {
  const { filter, orderby = 'creation', order = 'desc' } = body as Request;
  const page = readPage(body);
  const { tx, projectId, now } = context;
  const assets = await readAssets(context);
  const sign = order === 'asc' ? 1 : -1;
  const matching = assets.filter(
    (asset) => filter?.status === undefined || assetState(asset, now) === filter.status,
  );
  const sorted = [...newestOfEach(matching).values()].sort(
    (a, b) =>
      sign *
      (compare(sortValue(a, orderby, now), sortValue(b, orderby, now)) || compare(a.id, b.id)),
  );
  const { entries, count, next } = cutPage(sorted, page);
  const current = newestOfEach(assets);
  return {
    count,
    totalCount: sorted.length,
    next,
    totalStorage: await storedBytes(tx, { project_id: projectId }),
    data: entries.map((asset) => assetSummary(asset, current.get(asset.identifier) ?? asset, now)),
  };
};
