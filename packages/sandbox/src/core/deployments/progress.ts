import type { Selectable } from 'kysely';
import type { DeploymentReportTable, DeploymentTable } from '../../store/tables/ota.ts';

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

export type Deployment = Selectable<DeploymentTable>;
export type Report = Selectable<DeploymentReportTable>;

/** How many devices of one stage have reported one status. */
export interface ReportCount {
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

export type DeploymentState = 'scheduled' | 'running' | 'completed' | 'aborted' | 'expired';

/** What a device reports last. */
export const concluding: readonly string[] = ['success', 'failure', 'skipped'];

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
