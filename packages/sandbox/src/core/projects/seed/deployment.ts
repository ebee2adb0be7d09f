import type { SeedContext } from './context.ts';

const hour = 3_600_000;
const year = 365 * 24 * hour;

const stage = {
  stageNumber: 1,
  stageName: 'pilot',
  stageTarget: 10,
  autoAbort: true,
  abortCriteria: 2,
  delay: 3600,
};

/**
 * A rollout that was offered to the demo device before that got its present tags. The device may still report on it, and is
 * not offered it again: what a reader rolls out comes first.
 */
export async function seedDeployment(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
  assetId: string,
): Promise<void> {
  const id = ids.uuid();
  const starts = now - 2 * hour;
  await tx
    .insertInto('deployments')
    .values({
      project_id: projectId,
      id,
      name: 'fw-1.0.0',
      comment: 'Demo rollout',
      asset_id: assetId,
      filter: '{"model":"mk0"}',
      stages: JSON.stringify([stage]),
      starts,
      expires: starts + year,
      aborted: null,
      created: starts,
    })
    .execute();
  await tx
    .insertInto('deployment_reports')
    .values({
      project_id: projectId,
      deployment_id: id,
      node_id: nodeId,
      stage: stage.stageNumber,
      status: 'offered',
      updated: starts,
    })
    .execute();
}
