import type { Kysely, Selectable } from 'kysely';
import type { Context, JsonObject, ReadContext } from '../context.ts';
import { RequestError } from '../errors.ts';
import { type ByteRange, type FileTarget, joinBytes, sha256Hex } from '../file-address.ts';
import { limits } from '../limits.ts';
import { canonicalUuid, excerpt, isStorable } from '../text.ts';
import { lockAll, lockProject } from '../transaction.ts';
import type { AssetPartTable, AssetTable, Database } from '../../store/database.ts';

/** ETags by part number. */
export type Etags = Readonly<Record<string, string>>;

export type Asset = Selectable<AssetTable>;
type AssetState = 'uploadpending' | 'queued' | 'merging' | 'deployable' | 'mergefailed';

/**
 * Returns the state of an asset at a given time. The outcome of a merge is known when it is requested, because nothing
 * changes the parts afterward; it becomes visible after the delay of `queued` and `merging`.
 * @param now milliseconds since 1970
 */
export function assetState({ status, joining }: Asset, now: number): AssetState {
  // A clock that was set back does not delay the merge.
  const since = joining === null || joining > now ? Infinity : now - joining;
  if (since < limits.files.queueing) return 'queued';
  if (since < limits.files.queueing + limits.files.merging) return 'merging';
  return status as AssetState;
}

function isDeployable(asset: Asset, now: number): boolean {
  return assetState(asset, now) === 'deployable';
}

/** @throws RequestError 404, because no reason code is documented for assets */
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
  throw new RequestError(
    404,
    'sandbox::assetnotfound',
    `There is no asset ${excerpt(assetId)} in this project. "List assets" returns the ids.`,
  );
}

/** Returns all assets of the project without their bytes. They are few enough to sort and count in memory. */
export async function readAssets({
  tx,
  projectId,
  pause,
}: Pick<ReadContext, 'tx' | 'projectId' | 'pause'>): Promise<Asset[]> {
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
 * Builds an asset as lists of the latest versions have it.
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
 * @throws RequestError 409
 */
export function requireUploadTime({ parts, created }: Asset, now: number): void {
  if (parts === 1 || now < created + limits.files.uploadWindow) return;
  throw new RequestError(
    409,
    'sandbox::uploadexpired',
    'A multipart upload must be completed within 24 hours. Its parts were deleted: create the asset again.',
  );
}

type Where = Partial<Pick<AssetPartTable, 'project_id' | 'asset_id' | 'part'>>;

/** Uploaded bytes, including those of incomplete uploads. */
export async function storedBytes(tx: Kysely<Database>, where: Where): Promise<number> {
  const { size } = await tx
    .selectFrom('asset_parts')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('size'))
    .where((eb) => eb.and(where))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

/** Context of an upload, with a transaction of the upload. */
type FileContext = Pick<Context, 'tx' | 'now'>;

type Upload = Extract<FileTarget, { kind: 'upload' }>;

/** Returns the asset of a signed URL. */
function assetAt({ tx }: FileContext, { projectId, assetId }: FileTarget) {
  return tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', assetId)
    .executeTakeFirst();
}

async function openAsset(context: FileContext, upload: Upload) {
  const asset = await assetAt(context, upload);
  if (!asset || upload.part > asset.parts) throw gone();
  const state = assetState(asset, context.now);
  if (state === 'uploadpending' || state === 'mergefailed') return asset;
  throw new RequestError(
    409,
    'sandbox::uploadcompleted',
    `The upload is completed, and the asset is "${state}". Create a new asset for another file.`,
  );
}

/** Stored bytes, without the part that is about to be replaced. */
async function otherBytes({ tx }: FileContext, { projectId, assetId, part }: Upload) {
  const project = { project_id: projectId };
  const asset = { ...project, asset_id: assetId };
  const own = await storedBytes(tx, { ...asset, part });
  return {
    asset: (await storedBytes(tx, asset)) - own,
    project: (await storedBytes(tx, project)) - own,
    total: (await storedBytes(tx, {})) - own,
  };
}

async function checkStorageQuota(
  context: FileContext & Pick<Context, 'storage'>,
  upload: Upload,
  bytes: number,
): Promise<void> {
  const stored = await otherBytes(context, upload);
  const max = context.storage.bytes;
  const bounds = [
    ['sandbox::assettoolarge', 'one file', stored.asset, max.file],
    ['sandbox::storagefull', 'all files of a project', stored.project, max.project],
    ['sandbox::storagefull', 'the files of all its projects', stored.total, max.total],
  ] as const;
  const broken = bounds.find(([, , held, most]) => held + bytes > most);
  if (!broken) return;
  const [reason, what, held, most] = broken;
  throw new RequestError(
    413,
    reason,
    `This sandbox stores at most ${most} bytes of ${what}; ${held} are stored, and ${bytes} would be added. Upload a smaller file, or delete assets.`,
  );
}

/** A part that is uploaded again after a failed merge replaces the ETag of the completion request. */
async function updateEtag({ tx }: FileContext, asset: Asset, part: number, etag: string) {
  const etags: Etags = { ...(JSON.parse(asset.etags) as Etags), [part]: etag };
  await tx
    .updateTable('assets')
    .set({ etags: JSON.stringify(etags) })
    .where('project_id', '=', asset.project_id)
    .where('id', '=', asset.id)
    .execute();
}

/**
 * Stores the bytes of a `PUT` to an upload URL; a second one replaces the first.
 * @param upload result of `verifyAddress`
 * @returns ETag of the part without quotes: SHA-256 in hexadecimal
 * @throws RequestError 404 if the asset does not exist, 409 if the upload is completed, 413 above a limit
 */
export async function storePart(
  context: FileContext & Pick<Context, 'storage'>,
  upload: Upload,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { projectId, assetId, part } = upload;
  await lockProject(context.tx, projectId);
  await lockAll(context.tx, 'bytes');
  const asset = await openAsset(context, upload);
  await checkStorageQuota(context, upload, bytes.length);
  const etag = await sha256Hex(bytes);
  const content = { size: bytes.length, etag, bytes };
  await context.tx
    .insertInto('asset_parts')
    .values({ project_id: projectId, asset_id: assetId, part, ...content })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'asset_id', 'part']).doUpdateSet(content),
    )
    .execute();
  if (asset.status === 'mergefailed') await updateEtag(context, asset, part, etag);
  return etag;
}

type Download = Extract<FileTarget, { kind: 'download' }>;

interface AssetFile {
  /** File name for a download: identifier and version. */
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
}

function gone(): RequestError {
  return new RequestError(404, 'sandbox::assetnotfound', 'The asset of this URL no longer exists.');
}

/**
 * Returns the file of a download URL, without its bytes.
 * @param download result of `verifyAddress`
 * @throws RequestError 404 if the asset does not exist or is not deployable
 */
export async function findFile(context: FileContext, download: Download): Promise<AssetFile> {
  const asset = await assetAt(context, download);
  if (!asset || !isDeployable(asset, context.now)) throw gone();
  return { name: `${asset.identifier}-${asset.version}`, size: asset.size };
}

/**
 * Reads a range of a file; from each part, only the bytes inside the range.
 * @throws RequestError 404 if the asset was deleted in the meantime
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
  const chunks: Uint8Array[] = [];
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
    chunks.push(...chunk.map(({ bytes }) => new Uint8Array(bytes)));
  }
  const bytes = joinBytes(chunks);
  if (bytes.length !== last + 1 - first) throw gone();
  return bytes;
}
