import type { Selectable } from 'kysely';
import type { DeploymentReportTable, DeploymentTable } from '../../store/database.ts';
import type { Context, ReadContext } from '../context.ts';
import { malformed, RequestError } from '../errors.ts';
import { canonicalUuid, checkText } from '../text.ts';

/** A stage of a rollout (`DeploymentStage` of a request). */
export interface Stage {
  readonly stageNumber: number;
  readonly stageName?: string;
  /** Target number of devices of the stage. */
  readonly stageTarget: number;
  readonly autoAbort: boolean;
  /** Number of failures in the stage that aborts the deployment. */
  readonly abortCriteria: number;
  /** Seconds between the end of this stage and the next one. */
  readonly delay: number;
}

/** Stages of a deployment: their numbers are 1 to 10 (`DeploymentStage`). */
export const maxStages = 10;

function check(stages: readonly Stage[]): string | undefined {
  const numbers = new Set(stages.map(({ stageNumber }) => stageNumber));
  if (numbers.size < stages.length) return 'Each "stageNumber" must occur once.';
  if (stages.some(({ stageTarget }) => stageTarget < 1)) return '"stageTarget" must be 1 or more.';
  if (stages.some(({ delay }) => delay < 0)) return '"delay" must be 0 or more.';
  if (stages.some(({ autoAbort, abortCriteria }) => autoAbort && abortCriteria < 1)) {
    return '"abortCriteria" must be 1 or more with "autoAbort".';
  }
  return undefined;
}

/**
 * Returns the stages of a request, sorted by number, with their documented fields.
 * @throws RequestError `generic::malformedrequest`
 */
export function readStages(stages: readonly Stage[]): Stage[] {
  const error = check(stages);
  if (error !== undefined) throw malformed(error);
  for (const { stageName = '' } of stages) checkText('stageName', stageName);
  return stages
    .map(({ stageNumber, stageName, stageTarget, autoAbort, abortCriteria, delay }) => ({
      stageNumber,
      stageTarget,
      autoAbort,
      abortCriteria,
      delay,
      ...(stageName !== undefined && { stageName }),
    }))
    .sort((a, b) => a.stageNumber - b.stageNumber);
}

type Deployment = Selectable<DeploymentTable>;
export type Report = Selectable<DeploymentReportTable>;

/** Number of devices of one stage that reported one status. */
interface ReportCount {
  readonly stage: number;
  readonly status: string;
  readonly devices: number;
  /** Time of the last report, in milliseconds since 1970. */
  readonly updated: number;
}

/** A deployment and its progress. */
export interface Progress {
  readonly deployment: Deployment;
  /** In order. */
  readonly stages: readonly Stage[];
  /** Counts by stage and status. */
  readonly counts: readonly ReportCount[];
}

type DeploymentState = 'scheduled' | 'running' | 'completed' | 'aborted' | 'expired';

/** Final statuses of a device. */
const concluding: readonly string[] = ['success', 'failure', 'skipped'];

export function isConcluded(status: string): boolean {
  return concluding.includes(status);
}

/** Returns the total number of devices. */
export function devicesOf(counts: readonly ReportCount[]): number {
  return counts.reduce((sum, { devices }) => sum + devices, 0);
}

/**
 * Finds the current stage. A stage admits its target number of devices and ends when all of them have a final status; the
 * next stage starts after its delay. If there are fewer devices, the rollout stays in the stage.
 * @param now milliseconds since 1970
 * @returns the stage that admits devices now; `waiting` during a delay; `completed` after the last stage
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

/** These names are the sandbox's own: the platform's are unconfirmed. */
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

/** Whether a stage has reached the number of failures that aborts the deployment. */
export function hasFailedTooOften({ stages, counts }: Progress): boolean {
  return stages.some(({ stageNumber, autoAbort, abortCriteria }) => {
    const failures = counts.filter(
      ({ stage, status }) => stage === stageNumber && status === 'failure',
    );
    return autoAbort && devicesOf(failures) >= abortCriteria;
  });
}

/** Whether a node has all tags of the filter. An empty filter matches every node. */
export function matchesFilter({ filter }: Deployment, tags: ReadonlyMap<string, string>): boolean {
  const wanted = JSON.parse(filter) as Record<string, string>;
  return Object.entries(wanted).every(([key, value]) => tags.get(key) === value);
}

type ProjectContext = Pick<ReadContext, 'tx' | 'projectId'>;

/** Conditions for finding deployments; without any, all of the project. */
interface Wanted {
  readonly id?: string;
  readonly assetId?: string;
  /** Only deployments that are neither aborted nor expired at this time, in milliseconds since 1970. */
  readonly openAt?: number;
}

function selectDeployments({ tx, projectId }: ProjectContext, { id, assetId, openAt }: Wanted) {
  let query = tx.selectFrom('deployments').where('deployments.project_id', '=', projectId);
  if (id !== undefined) query = query.where('deployments.id', '=', id);
  if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
  if (openAt !== undefined)
    query = query.where('expires', '>', openAt).where('aborted', 'is', null);
  return query;
}

/**
 * Returns deployments of the project with their progress, oldest first. The database counts, because a project has up to
 * 10,000 reports.
 */
export async function findProgress(
  context: ProjectContext,
  wanted: Wanted = {},
): Promise<Progress[]> {
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

/** Returns deployments that may be replaced, because they have ended: the oldest first, at most `count`. */
export async function endedDeployments(
  context: ProjectContext & Pick<ReadContext, 'now'>,
  count: number,
): Promise<Deployment[]> {
  return (await findProgress(context))
    .filter((progress) => isOver(progress, context.now))
    .slice(0, count)
    .map(({ deployment }) => deployment);
}

/** @throws RequestError 404, because no reason code is documented for deployments */
export async function findDeployment(
  context: ReadContext,
  deploymentId: string,
): Promise<Progress> {
  const [progress] = await findProgress(context, { id: canonicalUuid(deploymentId) });
  if (progress) return progress;
  throw new RequestError(
    404,
    'sandbox::deploymentnotfound',
    `There is no deployment ${deploymentId}. "List deployments" returns the ids.`,
  );
}

/** Stops a deployment permanently. */
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
 * Frees the rollout slots of a node that is about to be deleted. Its final statuses remain: otherwise, the rollout would
 * admit other devices in its place.
 */
export async function leaveRollouts({ tx, projectId }: Context, nodeId: string): Promise<void> {
  await tx
    .deleteFrom('deployment_reports')
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .where('status', 'not in', concluding)
    .execute();
}
