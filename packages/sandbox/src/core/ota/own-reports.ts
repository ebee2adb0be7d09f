import type { Context } from '../context.ts';
import type { Progress, Report } from '../deployments/progress.ts';

/** What deployments have come to on one node, by deployment. Those that have not taken the node in are not there. */
export async function ownReports(
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
