import type { Context, Handler } from '../context.ts';
import { findProgress } from '../deployments/find-deployment.ts';
import {
  deploymentState,
  isConcluded,
  matchesFilter,
  openStage,
  type Progress,
} from '../deployments/progress.ts';
import { lockProject } from '../lock.ts';
import { requireNode } from '../nodes/find-node.ts';
import { requireDevice } from '../require-device.ts';
import { requireQuota } from '../require-quota.ts';
import { otaResponse } from './ota-response.ts';
import { ownReports } from './own-reports.ts';

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

/** Takes the node into the first deployment with an open stage. */
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
 * `POST /ota/next`: the oldest running deployment that the node matches and has not had. The same one again until it is
 * concluded or over, so that a device that restarts in between finds it.
 */
export const otaNext: Handler = async (context) => {
  const { tx, projectId, now } = context;
  const nodeId = requireDevice(context);
  await lockProject(tx, projectId);
  // The key may have been checked just before the node was deleted.
  await requireNode(context, nodeId);
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
    // The tags have changed. What is started goes on; what is only offered is taken back.
    if (reports.get(open.deployment.id)?.status === 'start') return otaResponse(context);
    await release(context, open, nodeId);
  }
  const candidates = running.filter(
    ({ deployment }) => !reports.has(deployment.id) && matchesFilter(deployment, tags),
  );
  return otaResponse(context, await take(context, candidates, nodeId));
};
