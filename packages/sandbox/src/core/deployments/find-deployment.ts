import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';
import type { Progress, Report, Stage } from './progress.ts';

/** Deployments of the project with what they have come to, the oldest first. They are few enough to read together. */
export async function findProgress({ tx, projectId }: Context): Promise<Progress[]> {
  const deployments = await tx
    .selectFrom('deployments')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const rows = await tx
    .selectFrom('deployment_reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const reports = new Map<string, Report[]>(deployments.map(({ id }) => [id, []]));
  for (const row of rows) reports.get(row.deployment_id)?.push(row);
  return deployments.map((deployment) => ({
    deployment,
    stages: JSON.parse(deployment.stages) as Stage[],
    reports: reports.get(deployment.id) ?? [],
  }));
}

function deploymentNotFound(id: string): CallError {
  return new CallError(
    404,
    'sandbox::deploymentnotfound',
    `There is no deployment ${id}. Read the ids with deployments-list.`,
  );
}

/** @throws CallError 404: no reason code is documented for deployments */
export async function findDeployment(context: Context, deploymentId: string): Promise<Progress> {
  const id = canonicalUuid(deploymentId);
  const progress = (await findProgress(context)).find(({ deployment }) => deployment.id === id);
  if (!progress) throw deploymentNotFound(deploymentId);
  return progress;
}
