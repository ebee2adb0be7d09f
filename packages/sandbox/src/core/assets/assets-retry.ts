import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { lockProject } from '../lock.ts';
import { assetState } from './asset-state.ts';
import { findAsset } from './find-asset.ts';
import { joinParts, type Etags } from './join-parts.ts';
import { requireUploadTime } from './require-upload-time.ts';

/** `POST /assets/retry`: joins the parts once more, after a missing or broken one was uploaded again. */
export const assetsRetry: Handler = async (context, body) => {
  const { assetId } = body as { assetId: string };
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const asset = await findAsset(context, assetId);
  const state = assetState(asset, now);
  if (state !== 'mergefailed') {
    throw new CallError(
      409,
      'sandbox::notmergefailed',
      `The asset ${asset.id} is "${state}". Only one in state "mergefailed" can be retried.`,
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
