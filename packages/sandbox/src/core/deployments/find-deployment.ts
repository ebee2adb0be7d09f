import { CallError } from '../call-error.ts';
import type { ReadContext } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';
import type { Progress, ReportCount, Stage } from './progress.ts';

/** Which deployments to find; all of the project where nothing is named. */
interface Wanted {
  readonly id?: string;
  readonly assetId?: string;
  /** Those that are neither aborted nor expired at this time, in milliseconds since 1970. */
  readonly openAt?: number;
}

function selectDeployments({ tx, projectId }: ReadContext, { id, assetId, openAt }: Wanted) {
  let query = tx.selectFrom('deployments').where('deployments.project_id', '=', projectId);
  if (id !== undefined) query = query.where('deployments.id', '=', id);
  if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
  if (openAt !== undefined)
    query = query.where('expires', '>', openAt).where('aborted', 'is', null);
  return query;
}

/** Deployments of the project with what they have come to, the oldest first. The store counts: a project has up to 10,000 reports. */
export async function findProgress(context: ReadContext, wanted: Wanted = {}): Promise<Progress[]> {
  const deployments = await selectDeployments(context, wanted)
    .selectAll()
    .orderBy('created')
    .orderBy('id')
    .execute();
  const rows = await selectDeployments(context, wanted)
    .innerJoin('deployment_reports as reports', (join) =>
      join
        .onRef('reports.project_id', '=', 'deployments.project_id')
        .onRef('reports.deployment_id', '=', 'deployments.id'),
    )
    .select(({ fn }) => [
      'reports.deployment_id',
      'reports.stage',
      'reports.status',
      fn.countAll().as('devices'),
      fn.max('reports.updated').as('updated'),
    ])
    .groupBy(['reports.deployment_id', 'reports.stage', 'reports.status'])
    .execute();
  const counts = new Map<string, ReportCount[]>(deployments.map(({ id }) => [id, []]));
  for (const { deployment_id: id, stage, status, devices, updated } of rows) {
    counts.get(id)?.push({ stage, status, devices: Number(devices), updated });
  }
  return deployments.map((deployment) => ({
    deployment,
    stages: JSON.parse(deployment.stages) as Stage[],
    counts: counts.get(deployment.id) ?? [],
  }));
}

/** @throws CallError 404: no reason code is documented for deployments */
export async function findDeployment(
  context: ReadContext,
  deploymentId: string,
): Promise<Progress> {
  const [progress] = await findProgress(context, { id: canonicalUuid(deploymentId) });
  if (progress) return progress;
  throw new CallError(
    404,
    'sandbox::deploymentnotfound',
    `There is no deployment ${deploymentId}. "List deployments" returns the ids.`,
  );
}
