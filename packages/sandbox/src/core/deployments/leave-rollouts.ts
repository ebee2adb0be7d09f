import type { Context } from '../context.ts';
import { concluding } from './progress.ts';

/**
 * Frees the rollout slots of a node that is about to be deleted. What it concluded stays: a rollout goes by how many devices
 * succeeded and failed, and would take in others again.
 */
export async function leaveRollouts({ tx, projectId }: Context, nodeId: string): Promise<void> {
  await tx
    .deleteFrom('deployment_reports')
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .where('status', 'not in', concluding)
    .execute();
}
