import { demoNode, type SandboxProject } from '@site/src/features/sandbox-project';
import type { Point } from './tour';

/** What the tour has done in the project of the reader. */
export interface Progress {
  readonly projectId: string;
  /** Name of the node of the device. */
  readonly device: string;
  /** The last value that the platform has accepted. */
  readonly sent?: number;
  /** The values that the app has read, newest first. */
  readonly read?: readonly Point[];
  /** Whether the last step sent a value or read values. */
  readonly last?: 'sent' | 'read';
  /** Number of steps so far. */
  readonly count: number;
}

/** Progress after a step; what was done in another project does not count. */
export function progressAfter(
  former: Progress | undefined,
  project: SandboxProject,
  step: Pick<Progress, 'sent' | 'read' | 'last'>,
): Progress {
  const { projectId } = project;
  const base =
    former?.projectId === projectId
      ? former
      : { projectId, device: demoNode(project)?.name ?? '', count: 0 };
  return { ...base, ...step, count: base.count + 1 };
}
