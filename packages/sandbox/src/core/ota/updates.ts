import { requireDevice } from '../access.ts';
import { fileFacts, findAsset } from './asset-records.ts';
import type { Context, Handler, Handlers, JsonObject } from '../context.ts';
import {
  abort,
  deploymentState,
  findDeployment,
  findProgress,
  hasFailedTooOften,
  isConcluded,
  isOver,
  matchesFilter,
  openStage,
  type Progress,
  type Report,
} from './rollout.ts';
import { RequestError } from '../errors.ts';
import { limits } from '../limits.ts';
import { existingNodeId } from '../node-records.ts';
import { publicIdOf } from '../projects/public-id.ts';
import { lockProject, requireQuota } from '../transaction.ts';
import { signAddress } from '../file-address.ts';

/** `OtaDeployment`: a deployment and its asset, with a newly signed download URL. */
async function offeredAsset(context: Context, { deployment }: Progress): Promise<JsonObject> {
  const { tx, baseUrl, now } = context;
  const projectId = await publicIdOf(tx, context.projectId);
  const asset = await findAsset(context, deployment.asset_id);
  const target = { kind: 'download', projectId, assetId: asset.id } as const;
  const expires = now + limits.files.downloadLife;
  return {
    deploymentId: deployment.id,
    assetId: asset.id,
    assetIdentifier: asset.identifier,
    ...fileFacts(asset),
    assetMeta: JSON.parse(asset.meta) as JsonObject,
    assetSize: asset.size,
    asseturl: await signAddress(context.fileKey, `${baseUrl}/files`, target, expires),
  };
}

/** Builds the response about the next update, with or without a deployment. */
async function otaResponse(context: Context, progress?: Progress): Promise<JsonObject> {
  if (!progress) return { deploymentAvailable: false, data: null };
  return { deploymentAvailable: true, data: await offeredAsset(context, progress) };
}

/** Returns the statuses of one node, by deployment. Deployments that have not admitted the node are not included. */
async function ownReports(
  { tx, projectId }: Context,
  deployments: readonly Progress[],
  nodeId: string,
): Promise<ReadonlyMap<string, Report>> {
  if (deployments.length === 0) return new Map();
  const ids = deployments.map(({ deployment }) => deployment.id);
  const rows = await tx
    .selectFrom('deployment_reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deployment_id', 'in', ids)
    .where('node_id', '=', nodeId)
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row]));
}

async function readTags({ tx, projectId }: Context, nodeId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('node_tags')
    .select(['key', 'value'])
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function release({ tx, projectId }: Context, { deployment }: Progress, nodeId: string) {
  await tx
    .deleteFrom('deployment_reports')
    .where('project_id', '=', projectId)
    .where('deployment_id', '=', deployment.id)
    .where('node_id', '=', nodeId)
    .execute();
}

/** Admits the node to the first deployment with an open stage. */
async function take(context: Context, candidates: readonly Progress[], nodeId: string) {
  const { tx, projectId, now } = context;
  for (const progress of candidates) {
    const stage = openStage(progress, now);
    if (typeof stage === 'string') continue;
    await requireQuota(context, 'reports');
    await tx
      .insertInto('deployment_reports')
      .values({
        project_id: projectId,
        deployment_id: progress.deployment.id,
        node_id: nodeId,
        stage: stage.stageNumber,
        status: 'offered',
        updated: now,
      })
      .execute();
    return progress;
  }
  return undefined;
}

/**
 * `POST /ota/next`: returns the oldest running deployment that matches the node and for which the node has not reported a final
 * status. It returns the same one until then, or until the deployment ends, so that a device can continue after a restart.
 */
const otaNext: Handler<'device/v-1-ota-next'> = async (context) => {
  const { tx, projectId, now } = context;
  const nodeId = requireDevice(context);
  await lockProject(tx, projectId);
  // The key may have been checked just before the node was deleted.
  await existingNodeId(context, nodeId);
  const tags = await readTags(context, nodeId);
  const running = (await findProgress(context, { openAt: now })).filter(
    (progress) => deploymentState(progress, now) === 'running',
  );
  const reports = await ownReports(context, running, nodeId);
  const open = running.find(({ deployment }) => {
    const report = reports.get(deployment.id);
    return report !== undefined && !isConcluded(report.status);
  });
  if (open && matchesFilter(open.deployment, tags)) return otaResponse(context, open);
  if (open) {
    // The tags have changed. A started deployment continues; one that was only offered is withdrawn.
    if (reports.get(open.deployment.id)?.status === 'start') return otaResponse(context);
    await release(context, open, nodeId);
  }
  const candidates = running.filter(
    ({ deployment }) => !reports.has(deployment.id) && matchesFilter(deployment, tags),
  );
  return otaResponse(context, await take(context, candidates, nodeId));
};

/** `POST /ota/current`: the deployments that the device has started and that are neither final nor ended. */
const otaCurrent: Handler<'device/v-1-ota-current'> = async (context) => {
  const nodeId = requireDevice(context);
  const open = await findProgress(context, { openAt: context.now });
  const reports = await ownReports(context, open, nodeId);
  const started = open.filter(
    (progress) =>
      reports.get(progress.deployment.id)?.status === 'start' && !isOver(progress, context.now),
  );
  const data = await Promise.all(
    started.map(async (progress) => ({
      ...(await offeredAsset(context, progress)),
      status: 'start',
    })),
  );
  return { count: data.length, data };
};

function checkMove(progress: Progress, report: Report, status: string, now: number): void {
  if (isConcluded(report.status)) {
    throw new RequestError(
      409,
      'sandbox::deploymentconcluded',
      `This device has already reported "${report.status}" for the deployment.`,
    );
  }
  // A device that has started may report its final status even if the rollout has ended.
  const ends = report.status === 'start' && isConcluded(status);
  if (isOver(progress, now) && !ends) {
    throw new RequestError(
      409,
      'sandbox::deploymentover',
      `The deployment is "${deploymentState(progress, now)}". Do not install it.`,
    );
  }
}

async function write({ tx, projectId, now }: Context, report: Report, status: string) {
  await tx
    .updateTable('deployment_reports')
    .set({ status, updated: now })
    .where('project_id', '=', projectId)
    .where('deployment_id', '=', report.deployment_id)
    .where('node_id', '=', report.node_id)
    .execute();
}

function notOffered(id: string): RequestError {
  return new RequestError(
    404,
    'sandbox::deploymentnotfound',
    `Deployment ${id} is not available to this device, or no longer. Get a deployment with /ota/next.`,
  );
}

/**
 * `POST /ota/updateStatus`: statuses only move forward, to `start` and then to a final one, which may also come first. No
 * operation returns `log`, so it is not stored.
 */
const otaStatusUpdate: Handler<'device/v-1-ota-status-update'> = async (context, body) => {
  const { deploymentId, status } = body;
  const { tx, projectId, now } = context;
  const nodeId = requireDevice(context);
  await lockProject(tx, projectId);
  const progress = await findDeployment(context, deploymentId);
  const report = (await ownReports(context, [progress], nodeId)).get(progress.deployment.id);
  if (!report) throw notOffered(deploymentId);
  checkMove(progress, report, status, now);
  await write(context, report, status);
  if (!isOver(progress, now) && hasFailedTooOften(await findDeployment(context, deploymentId))) {
    await abort(context, progress.deployment.id);
  }
  return {};
};

/** Device side of deployments. */
export const otaHandlers = {
  'device/v-1-ota-next': otaNext,
  'device/v-1-ota-status-update': otaStatusUpdate,
  'device/v-1-ota-current': otaCurrent,
} satisfies Partial<Handlers>;
