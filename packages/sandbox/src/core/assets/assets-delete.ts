import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { findProgress } from '../deployments/find-deployment.ts';
import { isOver } from '../deployments/progress.ts';
import { lockProject } from '../lock.ts';
import { findAsset } from './find-asset.ts';

/** `POST /assets/delete`: rejected while an unfinished deployment needs the file. */
export const assetsDelete: Handler = async (context, body) => {
  const { assetId } = body as { assetId: string };
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
