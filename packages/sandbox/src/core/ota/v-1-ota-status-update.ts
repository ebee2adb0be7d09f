import { CallError } from '../call-error.ts';
import type { Context, Handler } from '../context.ts';
import { abort } from '../deployments/abort.ts';
import { findDeployment } from '../deployments/find-deployment.ts';
import {
  deploymentState,
  hasFailedTooOften,
  isConcluded,
  isOver,
  type Progress,
  type Report,
} from '../deployments/progress.ts';
import { requireDevice } from '../require-device.ts';
import { lockProject } from '../lock.ts';
import { ownReports } from './own-reports.ts';

function checkMove(progress: Progress, report: Report, status: string, now: number): void {
  if (isConcluded(report.status)) {
    throw new CallError(
      409,
      'sandbox::deploymentconcluded',
      `This device has concluded the deployment with "${report.status}" already.`,
    );
  }
  // A device that has begun may say how it ended, whatever became of the rollout.
  const ends = report.status === 'start' && isConcluded(status);
  if (isOver(progress, now) && !ends) {
    throw new CallError(
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

function notOffered(id: string): CallError {
  return new CallError(
    404,
    'sandbox::deploymentnotfound',
    `Deployment ${id} is not offered to this device, or not any more. Ask for one with /ota/next.`,
  );
}

/**
 * `POST /ota/updateStatus`: forward only, to `start` and to one of the three that conclude, which may also come first. No call
 * returns `log`, so it is not kept.
 */
export const otaStatusUpdate: Handler = async (context, body) => {
  const { deploymentId, status } = body as { deploymentId: string; status: string };
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
