import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { AssetPartTable } from '../../store/tables/ota.ts';
import { assetState } from '../assets/asset-state.ts';
import { CallError } from '../call-error.ts';
import { toHex, type FilePlace } from './files.ts';
import { lockAll, lockProject } from '../lock.ts';
import { otaLimits } from './limits.ts';

/** What an upload works with: a transaction of its own, as a call has. */
export interface FileContext {
  readonly tx: Transaction<Database>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Upload = Extract<FilePlace, { kind: 'upload' }>;

async function checkOpen({ tx, now }: FileContext, { projectId, assetId, part }: Upload) {
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
  if (state === 'uploadpending' || state === 'mergefailed') return;
  throw new CallError(
    409,
    'sandbox::uploadcompleted',
    `The upload is completed and the asset is "${state}". Create a new asset for another file.`,
  );
}

type Where = Partial<Pick<AssetPartTable, 'project_id' | 'asset_id' | 'part'>>;

async function sumBytes({ tx }: FileContext, where: Where): Promise<number> {
  const { size } = await tx
    .selectFrom('asset_parts')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('size'))
    .where((eb) => eb.and(where))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

/** Bytes in store, without the part that is about to be replaced. */
async function storedBytes(context: FileContext, { projectId, assetId, part }: Upload) {
  const project = { project_id: projectId };
  const asset = { ...project, asset_id: assetId };
  const own = await sumBytes(context, { ...asset, part });
  return {
    asset: (await sumBytes(context, asset)) - own,
    project: (await sumBytes(context, project)) - own,
    total: (await sumBytes(context, {})) - own,
  };
}

async function checkRoom(context: FileContext, upload: Upload, bytes: number): Promise<void> {
  const stored = await storedBytes(context, upload);
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
  await checkOpen(context, upload);
  await checkRoom(context, upload, bytes.length);
  const etag = toHex(await crypto.subtle.digest('SHA-256', bytes));
  const content = { size: bytes.length, etag, bytes };
  await context.tx
    .insertInto('asset_parts')
    .values({ project_id: projectId, asset_id: assetId, part, ...content })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'asset_id', 'part']).doUpdateSet(content),
    )
    .execute();
  return etag;
}
