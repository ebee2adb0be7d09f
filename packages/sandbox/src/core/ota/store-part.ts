import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { assetState, type Asset } from '../assets/asset-state.ts';
import type { Etags } from '../assets/join-parts.ts';
import { CallError } from '../call-error.ts';
import { toHex, type FileTarget } from './files.ts';
import { lockAll, lockProject } from '../lock.ts';
import { otaLimits } from './limits.ts';
import { storedBytes } from './stored-bytes.ts';

/** What an upload works with: its own transaction, as a call has. */
export interface FileContext {
  readonly tx: Transaction<Database>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Upload = Extract<FileTarget, { kind: 'upload' }>;

async function openAsset({ tx, now }: FileContext, { projectId, assetId, part }: Upload) {
  const asset = await tx
    .selectFrom('assets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', assetId)
    .executeTakeFirst();
  if (!asset || part > asset.parts) {
    throw new CallError(404, 'sandbox::assetnotfound', 'The asset of this address is gone.');
  }
  const state = assetState(asset, now);
  if (state === 'uploadpending' || state === 'mergefailed') return asset;
  throw new CallError(
    409,
    'sandbox::uploadcompleted',
    `The upload is completed and the asset is "${state}". Create a new asset for another file.`,
  );
}

/** Bytes in store, without the part that is about to be replaced. */
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
  context: FileContext,
  upload: Upload,
  bytes: number,
): Promise<void> {
  const stored = await otherBytes(context, upload);
  const bounds = [
    ['sandbox::assettoolarge', 'one file', stored.asset, otaLimits.assetBytes],
    ['sandbox::storagefull', 'all files of a project', stored.project, otaLimits.projectBytes],
    ['sandbox::storagefull', 'the files of all its projects', stored.total, otaLimits.totalBytes],
  ] as const;
  const broken = bounds.find(([, , held, max]) => held + bytes > max);
  if (!broken) return;
  const [reason, what, held, max] = broken;
  throw new CallError(
    413,
    reason,
    `This sandbox holds ${max} bytes of ${what}; ${held} are there and ${bytes} would be added. Upload a smaller file, or delete assets.`,
  );
}

/** A part that is put again after the joining failed is the one meant, whatever completion named before. */
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
 * Stores the bytes of a `PUT` to an upload address; a second one replaces the first.
 * @param upload what `verifyAddress` read from the address
 * @returns the part's ETag, without quotes: SHA-256 in hexadecimal
 * @throws CallError 404 without the asset, 409 when the upload is completed, 413 above a cap
 */
export async function storePart(
  context: FileContext,
  upload: Upload,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { projectId, assetId, part } = upload;
  await lockProject(context.tx, projectId);
  await lockAll(context.tx, 'bytes');
  const asset = await openAsset(context, upload);
  await checkStorageQuota(context, upload, bytes.length);
  const etag = toHex(await crypto.subtle.digest('SHA-256', bytes));
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
