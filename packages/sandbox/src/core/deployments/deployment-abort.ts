import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { lockProject } from '../lock.ts';
import { abort } from './abort.ts';
import { findDeployment } from './find-deployment.ts';
import { deploymentState, isOver } from './progress.ts';

/** `POST /deployments/abort`: no device gets it any more. One that has started may still report how it ended. */
export const deploymentAbort: Handler = async (context, body) => {
  const { deploymentId } = body as { deploymentId: string };
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const progress = await findDeployment(context, deploymentId);
  if (isOver(progress, now)) {
    throw new CallError(
      409,
      'sandbox::deploymentover',
      `The deployment is over already: it is "${deploymentState(progress, now)}".`,
    );
  }
  await abort(context, progress.deployment.id);
  return {};
};
