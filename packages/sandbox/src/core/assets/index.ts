import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Handler, Handlers, ReadHandler } from '../context.ts';
import { findProgress, isOver } from '../deployments/deployment.ts';
import { CallError } from '../errors.ts';
import { limits } from '../limits.ts';
import { storedBytes } from '../ota/storage.ts';
import { cutPage, readPage } from '../page.ts';
import { lockProject } from '../transaction.ts';
import {
  type Asset,
  assetState,
  assetSummary,
  assetVersion,
  findAsset,
  readAssets,
} from './asset.ts';
import { assetsCompleteUpload, assetsCreate, assetsRetry } from './upload.ts';

/** Compares strings by UTF-16 units and numbers by value, independent of the locale. */
function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Sort order: last uploaded first, then last created. */
function isNewer(a: Asset, b: Asset): boolean {
  return (
    (compare(a.completed ?? 0, b.completed ?? 0) ||
      compare(a.created, b.created) ||
      compare(a.id, b.id)) > 0
  );
}

/** Returns the newest asset of each identifier. */
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
 * `POST /assets/list`: one entry for each identifier, with the last uploaded version that matches the filter.
 * `assetCurrentVersion` ignores the filter. Newest first by default.
 */
const assetsList: ReadHandler<'platform/assets-list'> = async (context, body) => {
  const { filter, orderby = 'creation', order = 'desc' } = body;
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

/** `POST /assets/listVersions`: newest first by default. An unknown identifier has no versions. */
const assetsListVersions: ReadHandler<'platform/assets-list-versions'> = async (context, body) => {
  const { assetIdentifier, order = 'desc' } = body;
  const page = readPage(body);
  const sign = order === 'asc' ? 1 : -1;
  const versions = (await readAssets(context))
    .filter(({ identifier }) => identifier === assetIdentifier)
    .sort((a, b) => sign * (compare(a.created, b.created) || compare(a.id, b.id)));
  const { entries, count, next } = cutPage(versions, page);
  return {
    count,
    totalCount: versions.length,
    next,
    data: entries.map((asset) => assetVersion(asset, context.now)),
  };
};

/** `POST /assets/get`. */
const assetsGet: Handler<'platform/assets-get'> = async (context, body) => {
  const { assetId } = body;
  return { data: assetVersion(await findAsset(context, assetId), context.now) };
};

/** `POST /assets/delete`: rejected while an active deployment uses the file. */
const assetsDelete: Handler<'platform/assets-delete'> = async (context, body) => {
  const { assetId } = body;
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const asset = await findAsset(context, assetId);
  const users = await findProgress(context, { assetId: asset.id });
  const user = users.find((progress) => !isOver(progress, now));
  if (user) {
    throw new CallError(
      409,
      'sandbox::assetinuse',
      `The deployment ${user.deployment.id} uses the asset. Use "Abort a deployment" first.`,
    );
  }
  await tx
    .deleteFrom('assets')
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
  return {};
};

/**
 * Deletes the parts of multipart uploads that were not completed in 24 hours, in all projects. The asset remains.
 * @param now milliseconds since 1970
 */
export async function sweepAssets(tx: Transaction<Database>, now: number): Promise<void> {
  const unfinished = await tx
    .selectFrom('assets')
    .select(['project_id', 'id'])
    .where('parts', '>', 1)
    .where('status', '!=', 'deployable')
    .where('created', '<=', now - limits.files.uploadWindow)
    .execute();
  for (const { project_id: projectId, id } of unfinished) {
    await tx
      .deleteFrom('asset_parts')
      .where('project_id', '=', projectId)
      .where('asset_id', '=', id)
      .execute();
  }
}

/** Files for OTA updates. */
export const assetsHandlers = {
  'platform/assets-create': assetsCreate,
  'platform/post-assets-complete-upload': assetsCompleteUpload,
  'platform/assets-list': { largeRead: assetsList },
  'platform/assets-list-versions': { largeRead: assetsListVersions },
  'platform/assets-get': assetsGet,
  'platform/assets-retry': assetsRetry,
  'platform/assets-delete': assetsDelete,
} satisfies Partial<Handlers>;
