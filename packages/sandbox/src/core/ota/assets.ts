import type { Transaction } from 'kysely';
import {
  type Asset,
  assetState,
  assetSummary,
  assetVersion,
  findAsset,
  readAssets,
  requireUploadTime,
  storedBytes,
  type Etags,
} from './asset-records.ts';
import type { Context, Handler, Handlers, ReadHandler, RequestBodies } from '../context.ts';
import { findProgress, isOver } from './rollout.ts';
import { malformed, RequestError } from '../errors.ts';
import { joinBytes, signAddress, sha256Hex } from '../file-address.ts';
import { limits } from '../limits.ts';
import { cutPage, readPage } from '../page.ts';
import { publicIdOf } from '../projects/public-id.ts';
import { checkText, storedJson } from '../text.ts';
import { lockProject, requireQuota } from '../transaction.ts';
import type { Database } from '../../store/database.ts';

/** Fields that are stored as text. */
const texts = [
  'assetIdentifier',
  'assetVersion',
  'assetDesc',
  'assetSignature',
  'assetChecksum',
] as const;

/** Returns a signed URL for each part. They expire when the time for the upload ends. */
async function uploadUrls(context: Context, assetId: string, parts: number) {
  const key = context.fileKey;
  const { tx, baseUrl, now } = context;
  const projectId = await publicIdOf(tx, context.projectId);
  const expires = now + limits.files.uploadWindow;
  return Promise.all(
    Array.from({ length: parts }, async (_, index) => {
      const partNumber = index + 1;
      const target = { kind: 'upload', projectId, assetId, part: partNumber } as const;
      return { partNumber, url: await signAddress(key, `${baseUrl}/files`, target, expires) };
    }),
  );
}

/**
 * `POST /assets/create`. Two assets may have the same identifier and version, because the documentation does not forbid it.
 */
const assetsCreate: Handler<'platform/assets-create'> = async (context, body) => {
  const request = body;
  const { tx, projectId, now, ids } = context;
  const parts = request.uploadParts ?? 1;
  if (parts > limits.files.parts) {
    throw new RequestError(
      413,
      'sandbox::toomanyparts',
      `This sandbox accepts at most ${limits.files.parts} parts per upload; "uploadParts" is ${parts}.`,
    );
  }
  for (const name of texts) checkText(name, request[name] ?? '');
  const meta = storedJson('assetMeta', request.assetMeta ?? {});
  await requireQuota(context, 'assets');
  const id = ids.uuid();
  await tx
    .insertInto('assets')
    .values({
      project_id: projectId,
      id,
      status: 'uploadpending',
      parts,
      identifier: request.assetIdentifier,
      version: request.assetVersion,
      description: request.assetDesc ?? '',
      meta,
      is_signed: request.assetSigned ? 1 : 0,
      signature: request.assetSignature ?? '',
      checksum: request.assetChecksum ?? '',
      size: 0,
      etags: '{}',
      created: now,
      completed: null,
      joining: null,
    })
    .execute();
  return { assetId: id, uploadUrls: await uploadUrls(context, id, parts) };
};

/**
 * Joins the parts of an upload into a file if all parts exist and match their ETags.
 * @param etags those that the client reported; a part without one is not compared
 */
async function joinParts(context: Context, asset: Asset, etags: Etags): Promise<boolean> {
  const { tx, projectId } = context;
  const parts = tx
    .selectFrom('asset_parts')
    .where('project_id', '=', projectId)
    .where('asset_id', '=', asset.id);
  const stored = await parts.select(['part', 'etag']).execute();
  const isWhole = stored.length === asset.parts;
  if (!isWhole || stored.some(({ part, etag }) => (etags[part] ?? etag) !== etag)) return false;

  const rows = await parts.select('bytes').orderBy('part').execute();
  const bytes = joinBytes(rows.map((row) => new Uint8Array(row.bytes)));
  // Devices compare the SHA-256 of the file. A checksum that the client provided is passed on unchanged.
  const checksum = asset.checksum || (await sha256Hex(bytes));
  await tx
    .updateTable('assets')
    .set({ size: bytes.length, checksum, status: 'deployable' })
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
  return true;
}

function checkPending(asset: Asset, now: number): void {
  const state = assetState(asset, now);
  if (state !== 'uploadpending') {
    throw new RequestError(
      409,
      'sandbox::uploadcompleted',
      `The upload of the asset ${asset.id} is already completed; the asset is "${state}".`,
    );
  }
  requireUploadTime(asset, now);
}

/** HTTP puts quotes around an ETag (RFC 9110, 8.8.3); both forms are accepted. */
function readEtags(
  asset: Asset,
  parts: RequestBodies['platform/post-assets-complete-upload']['parts'] = [],
): Etags {
  const etags = new Map<number, string>();
  for (const { partNumber, etag } of parts) {
    if (partNumber < 1 || partNumber > asset.parts) {
      throw malformed(
        `"parts" contains part ${partNumber}; the upload has parts 1 to ${asset.parts}.`,
      );
    }
    if (etags.has(partNumber)) throw malformed(`"parts" contains part ${partNumber} twice.`);
    etags.set(partNumber, etag.replace(/^"(.*)"$/, '$1'));
  }
  return Object.fromEntries(etags);
}

/** Completes an upload in one part: the file is deployable, or was not uploaded. */
async function finishSingle(context: Context, asset: Asset, etags: Etags): Promise<void> {
  if (await joinParts(context, asset, etags)) return;
  throw new RequestError(
    409,
    'sandbox::notuploaded',
    'The file is missing, or its ETag differs. Upload it with PUT to the upload URL first.',
  );
}

/** Completes a multipart upload. If a part is missing or differs, the merge fails. */
async function finishMultipart(context: Context, asset: Asset, etags: Etags): Promise<void> {
  const { tx, projectId, now } = context;
  if (Object.keys(etags).length !== asset.parts) {
    throw malformed(
      `"parts" must contain all ${asset.parts} parts of the upload, each with its ETag.`,
    );
  }
  const joined = await joinParts(context, asset, etags);
  await tx
    .updateTable('assets')
    .set({ joining: now, etags: JSON.stringify(etags), ...(!joined && { status: 'mergefailed' }) })
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
}

/** `POST /assets/completeUpload`. */
const assetsCompleteUpload: Handler<'platform/post-assets-complete-upload'> = async (
  context,
  body,
) => {
  const { assetId, parts } = body;
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const asset = await findAsset(context, assetId);
  checkPending(asset, now);
  const etags = readEtags(asset, parts);
  await (asset.parts > 1 ? finishMultipart : finishSingle)(context, asset, etags);
  await tx
    .updateTable('assets')
    .set({ completed: now })
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
  return {};
};

/** `POST /assets/retry`: merges the parts again, after a missing or damaged part was replaced. */
const assetsRetry: Handler<'platform/assets-retry'> = async (context, body) => {
  const { assetId } = body;
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const asset = await findAsset(context, assetId);
  const state = assetState(asset, now);
  if (state !== 'mergefailed') {
    throw new RequestError(
      409,
      'sandbox::notmergefailed',
      `The asset ${asset.id} is "${state}". Only an asset in state "mergefailed" can be retried.`,
    );
  }
  requireUploadTime(asset, now);
  await joinParts(context, asset, JSON.parse(asset.etags) as Etags);
  await tx
    .updateTable('assets')
    .set({ joining: now })
    .where('project_id', '=', projectId)
    .where('id', '=', asset.id)
    .execute();
  return {};
};

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
    throw new RequestError(
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
