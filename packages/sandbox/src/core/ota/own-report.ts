import type { Progress, Report } from '../deployments/progress.ts';

/** What a deployment has come to on one node; nothing when the node was not taken in. */
export function ownReport({ reports }: Progress, nodeId: string): Report | undefined {
  return reports.find(({ node_id: id }) => id === nodeId);
}
