import { findAsset } from '../assets/find-asset.ts';
import { fileFacts } from '../assets/views.ts';
import type { Context, JsonObject } from '../context.ts';
import type { Progress } from '../deployments/progress.ts';
import { signAddress } from './files.ts';
import { otaLimits } from './limits.ts';
import { requireFileKey } from './require-file-key.ts';

/** `OtaDeployment`: a deployment and its asset, with a download address that has just been signed. */
export async function offeredAsset(
  context: Context,
  { deployment }: Progress,
): Promise<JsonObject> {
  const { projectId, filesUrl, now } = context;
  const asset = await findAsset(context, deployment.asset_id);
  const target = { kind: 'download', projectId, assetId: asset.id } as const;
  const expires = now + otaLimits.downloadLife;
  return {
    deploymentId: deployment.id,
    assetId: asset.id,
    assetIdentifier: asset.identifier,
    ...fileFacts(asset),
    assetMeta: JSON.parse(asset.meta) as JsonObject,
    assetSize: asset.size,
    asseturl: await signAddress(requireFileKey(context), filesUrl, target, expires),
  };
}

/** `OtaAnswer` with a deployment, or without one. */
export async function otaResponse(context: Context, progress?: Progress): Promise<JsonObject> {
  if (!progress) return { deploymentAvailable: false, data: null };
  return { deploymentAvailable: true, data: await offeredAsset(context, progress) };
}
