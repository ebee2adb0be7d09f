import type { Selectable } from 'kysely';
import type { DeploymentReportTable, DeploymentTable } from '../../store/database.ts';
import type { Context, ReadContext } from '../context.ts';
import { CallError } from '../errors.ts';
import { canonicalUuid } from '../text.ts';

/** A stage of a rollout, as a request names it (`DeploymentStage`). */
export interface Stage {
  readonly stageNumber: number;
  readonly stageName?: string;
  /** Devices that the stage takes in. */
  readonly stageTarget: number;
  readonly autoAbort: boolean;
  /** Failures among the devices of the stage that abort the deployment. */
  readonly abortCriteria: number;
  /** Seconds between the end of this stage and the next. */
  readonly delay: number;
}

type Deployment = Selectable<DeploymentTable>;
export type Report = Selectable<DeploymentReportTable>;

/** How many devices of one stage have reported one status. */
interface ReportCount {
  readonly stage: number;
  readonly status: string;
  readonly devices: number;
  /** When the last of them did, in milliseconds since 1970. */
  readonly updated: number;
}

/** A deployment and what it has come to. */
export interface Progress {
  readonly deployment: Deployment;
  /** In their order. */
  readonly stages: readonly Stage[];
  /** Of the devices that were taken in. */
  readonly counts: readonly ReportCount[];
}

type DeploymentState = 'scheduled' | 'running' | 'completed' | 'aborted' | 'expired';

/** What a device reports last. */
const concluding: readonly string[] = ['success', 'failure', 'skipped'];

export function isConcluded(status: string): boolean {
  return concluding.includes(status);
}

/** Devices of some counts together. */
export function devicesOf(counts: readonly ReportCount[]): number {
  return counts.reduce((sum, { devices }) => sum + devices, 0);
}

/**
 * Walks through the stages. One takes in as many devices as its target; it ends when all of them have concluded, and the next
 * one opens after its delay. With fewer devices, the rollout stays in it.
 * @param now milliseconds since 1970
 * @returns the stage that takes devices in now; `waiting` while none does; `completed` after the last one
 */
export function openStage({ stages, counts }: Progress, now: number) {
  for (const stage of stages) {
    const taken = counts.filter((count) => count.stage === stage.stageNumber);
    if (devicesOf(taken) < stage.stageTarget) return stage;
    if (!taken.every(({ status }) => isConcluded(status))) return 'waiting';
    const ended = Math.max(...taken.map(({ updated }) => updated));
    const isLast = stage === stages.at(-1);
    if (!isLast && now < ended + stage.delay * 1000) return 'waiting';
  }
  return 'completed';
}

/** The names are this sandbox's: the platform's are not known. */
export function deploymentState(progress: Progress, now: number): DeploymentState {
  const { aborted, starts, expires } = progress.deployment;
  if (aborted !== null) return 'aborted';
  if (openStage(progress, now) === 'completed') return 'completed';
  if (now >= expires) return 'expired';
  return now < starts ? 'scheduled' : 'running';
}

export function isOver(progress: Progress, now: number): boolean {
  return !['scheduled', 'running'].includes(deploymentState(progress, now));
}

/** Whether the failures in some stage have reached what aborts the deployment by itself. */
export function hasFailedTooOften({ stages, counts }: Progress): boolean {
  return stages.some(({ stageNumber, autoAbort, abortCriteria }) => {
    const failures = counts.filter(
      ({ stage, status }) => stage === stageNumber && status === 'failure',
    );
    return autoAbort && devicesOf(failures) >= abortCriteria;
  });
}

/** Whether a node has all tags of the filter. An empty filter takes every node. */
export function matchesFilter({ filter }: Deployment, tags: ReadonlyMap<string, string>): boolean {
  const wanted = JSON.parse(filter) as Record<string, string>;
  return Object.entries(wanted).every(([key, value]) => tags.get(key) === value);
}

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
