import { CallError } from '../call-error.ts';
import type { Context, Handler } from '../context.ts';
import { lockProject } from '../lock.ts';
import { assetState, type Asset } from './asset-state.ts';
import { findAsset } from './find-asset.ts';
import { joinParts, type Etags } from './join-parts.ts';
import { requireUploadTime } from './require-upload-time.ts';

interface Request {
  readonly assetId: string;
  readonly parts?: readonly { readonly partNumber: number; readonly etag: string }[];
}

function checkPending(asset: Asset, now: number): void {
  const state = assetState(asset, now);
  if (state !== 'uploadpending') {
    throw new CallError(
      409,
      'sandbox::uploadcompleted',
      `The upload of the asset ${asset.id} is completed already; the asset is "${state}".`,
    );
  }
  requireUploadTime(asset, now);
}

function reject(text: string): never {
  throw new CallError(400, 'generic::malformedrequest', text);
}

/** HTTP quotes an ETag (RFC 9110, 8.8.3); either form is taken. */
function readEtags(asset: Asset, parts: Request['parts'] = []): Etags {
  const etags = new Map<number, string>();
  for (const { partNumber, etag } of parts) {
    if (partNumber < 1 || partNumber > asset.parts) {
      reject(`"parts" names part ${partNumber}; the upload has parts 1 to ${asset.parts}.`);
    }
    if (etags.has(partNumber)) reject(`"parts" names part ${partNumber} twice.`);
    etags.set(partNumber, etag.replace(/^"(.*)"$/, '$1'));
  }
  return Object.fromEntries(etags);
}

/** A file in one part: deployable now, or not uploaded yet. */
async function finishSingle(context: Context, asset: Asset, etags: Etags): Promise<void> {
  if (await joinParts(context, asset, etags)) return;
  throw new CallError(
    409,
    'sandbox::notuploaded',
    'The file is not there as this call says. PUT it to the upload URL first.',
  );
}

/** Parts that are not all named cannot become the file they were declared to be: the joining fails. */
async function finishMultipart(context: Context, asset: Asset, etags: Etags): Promise<void> {
  const { tx, projectId, now } = context;
  if (Object.keys(etags).length !== asset.parts) {
    reject(`"parts" must name all ${asset.parts} parts of the upload, each with its ETag.`);
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
export const assetsCompleteUpload: Handler = async (context, body) => {
  const { assetId, parts } = body as unknown as Request;
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
