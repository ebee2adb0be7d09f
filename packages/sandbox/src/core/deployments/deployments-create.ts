import { assetState } from '../assets/asset-state.ts';
import { findAsset } from '../assets/find-asset.ts';
import { CallError } from '../call-error.ts';
import type { Handler, JsonObject } from '../context.ts';
import { checkText, storedJson } from '../nodes/check-text.ts';
import { lockProject } from '../lock.ts';
import { requireQuota } from '../require-quota.ts';
import { lifetime } from './lifetime.ts';
import type { Stage } from './progress.ts';
import { readStages } from './read-stages.ts';

interface Request {
  readonly deploymentName?: string;
  readonly deploymentComment?: string;
  readonly deploymentStart: number;
  readonly deploymentExpiry?: number;
  readonly assetId: string;
  readonly deployementFilter: JsonObject;
  readonly deploymentConfig: readonly Stage[];
}

/** `POST /deployments/create`. */
export const deploymentsCreate: Handler = async (context, body) => {
  const request = body as unknown as Request;
  const { tx, projectId, now, ids } = context;
  // The asset must not be deleted meanwhile.
  await lockProject(tx, projectId);
  const asset = await findAsset(context, request.assetId);
  const state = assetState(asset, now);
  if (state !== 'deployable') {
    throw new CallError(
      409,
      'sandbox::assetnotdeployable',
      `The asset ${asset.id} is "${state}". Only one in state "deployable" can be deployed.`,
    );
  }
  const stages = readStages(request.deploymentConfig);
  const times = lifetime(request.deploymentStart, request.deploymentExpiry, now);
  for (const name of ['deploymentName', 'deploymentComment'] as const) {
    checkText(name, request[name] ?? '');
  }
  const filter = storedJson('deployementFilter', request.deployementFilter);
  await requireQuota(context, 'deployments');
  const id = ids.uuid();
  await tx
    .insertInto('deployments')
    .values({
      project_id: projectId,
      id,
      asset_id: asset.id,
      ...times,
      name: request.deploymentName ?? '',
      comment: request.deploymentComment ?? '',
      filter,
      stages: JSON.stringify(stages),
      aborted: null,
      created: now,
    })
    .execute();
  return { deploymentId: id };
};
