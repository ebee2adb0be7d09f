import type { Context } from '../context.ts';

/** Stops a deployment for good. */
export async function abort({ tx, projectId, now }: Context, deploymentId: string): Promise<void> {
  await tx
    .updateTable('deployments')
    .set({ aborted: now })
    .where('project_id', '=', projectId)
    .where('id', '=', deploymentId)
    .where('aborted', 'is', null)
    .execute();
}
