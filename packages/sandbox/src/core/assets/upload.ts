import type { Context, Handler, RequestBodies } from '../context.ts';
import { CallError } from '../errors.ts';
import { limits } from '../limits.ts';
import { joinBytes, signAddress, toHex } from '../ota/files.ts';
import { requireQuota } from '../require-quota.ts';
import { checkText, storedJson } from '../text.ts';
import { lockProject } from '../transaction.ts';
import { type Asset, assetState, findAsset, requireUploadTime } from './asset.ts';

/** Fields that are stored as text. */
const texts = [
  'assetIdentifier',
  'assetVersion',
  'assetDesc',
  'assetSignature',
  'assetChecksum',
] as const;

/** Returns a signed URL for each part. They expire when the time for the upload ends. */
function uploadUrls(context: Context, assetId: string, parts: number) {
  const key = context.fileKey;
  const { projectId, filesUrl, now } = context;
  const expires = now + limits.files.uploadWindow;
  return Promise.all(
    Array.from({ length: parts }, async (_, index) => {
      const partNumber = index + 1;
      const target = { kind: 'upload', projectId, assetId, part: partNumber } as const;
      return { partNumber, url: await signAddress(key, filesUrl, target, expires) };
    }),
  );
}

/**
 * `POST /assets/create`. Two assets may have the same identifier and version, because the documentation does not forbid it.
 */
export const assetsCreate: Handler<'platform/assets-create'> = async (context, body) => {
  const request = body;
  const { tx, projectId, now, ids } = context;
  const parts = request.uploadParts ?? 1;
  if (parts > limits.files.parts) {
    throw new CallError(
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

/** ETags by part number. */
export type Etags = Readonly<Record<string, string>>;

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
  const checksum = asset.checksum || toHex(await crypto.subtle.digest('SHA-256', bytes));
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
    throw new CallError(
      409,
      'sandbox::uploadcompleted',
      `The upload of the asset ${asset.id} is already completed; the asset is "${state}".`,
    );
  }
  requireUploadTime(asset, now);
}

function reject(text: string): never {
  throw new CallError(400, 'generic::malformedrequest', text);
}

/** HTTP puts quotes around an ETag (RFC 9110, 8.8.3); both forms are accepted. */
function readEtags(
  asset: Asset,
  parts: RequestBodies['platform/post-assets-complete-upload']['parts'] = [],
): Etags {
  const etags = new Map<number, string>();
  for (const { partNumber, etag } of parts) {
    if (partNumber < 1 || partNumber > asset.parts) {
      reject(`"parts" contains part ${partNumber}; the upload has parts 1 to ${asset.parts}.`);
    }
    if (etags.has(partNumber)) reject(`"parts" contains part ${partNumber} twice.`);
    etags.set(partNumber, etag.replace(/^"(.*)"$/, '$1'));
  }
  return Object.fromEntries(etags);
}

/** Completes an upload in one part: the file is deployable, or was not uploaded. */
async function finishSingle(context: Context, asset: Asset, etags: Etags): Promise<void> {
  if (await joinParts(context, asset, etags)) return;
  throw new CallError(
    409,
    'sandbox::notuploaded',
    'The file is missing, or its ETag differs. Upload it with PUT to the upload URL first.',
  );
}

/** Completes a multipart upload. If a part is missing or differs, the merge fails. */
async function finishMultipart(context: Context, asset: Asset, etags: Etags): Promise<void> {
  const { tx, projectId, now } = context;
  if (Object.keys(etags).length !== asset.parts) {
    reject(`"parts" must contain all ${asset.parts} parts of the upload, each with its ETag.`);
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
export const assetsCompleteUpload: Handler<'platform/post-assets-complete-upload'> = async (
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
export const assetsRetry: Handler<'platform/assets-retry'> = async (context, body) => {
  const { assetId } = body;
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const asset = await findAsset(context, assetId);
  const state = assetState(asset, now);
  if (state !== 'mergefailed') {
    throw new CallError(
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
