import type { ExerciseId } from '@site/src/contracts/device-program';
import { loadPlatform } from '@site/src/features/simulated-device';
import {
  demoNode,
  openSandboxProject,
  sandboxProject,
  type SandboxProject,
} from '@site/src/features/sandbox-project';
import { startCheck, type Check, type Progress } from './checks';
import { recordsOf, type NodeRecords } from './records';

const deleted =
  'Your sandbox project was deleted. Start the device or run your program again: the page creates another one.';

/** Milliseconds between two reads of the platform. */
const pause = 1000;

interface Run {
  readonly project: SandboxProject;
  readonly records: NodeRecords;
  readonly check: Check;
}

/**
 * Reads the reader's project until an exercise is done, and starts again when the tab has another project. Opens a project if
 * there is none, and does not read while the page is hidden.
 * @param operations URL path of the data of the platform's operations, with a trailing slash
 * @returns a function that stops it
 */
export function watchExercise(
  id: ExerciseId,
  operations: string,
  show: (progress: Progress) => void,
): () => void {
  let run: Run | undefined;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async (): Promise<Progress | undefined> => {
    if (document.hidden) return undefined;
    try {
      const { isCurrent, Platform } = await loadPlatform();
      const project = run ? sandboxProject() : await openSandboxProject();
      if (!project) return { isDone: false, text: deleted };
      if (!run || !isCurrent(run.project)) {
        const platform = new Platform(operations, project, () => undefined);
        const records = recordsOf(platform, demoNode(project)?.nodeId ?? '');
        run = { project, records, check: startCheck(id) };
      }
      return await run.check(run.records, performance.now());
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      return { isDone: false, text: `The platform could not be read. ${reason}` };
    }
  };

  const follow = async () => {
    const progress = await read();
    if (isOver) return;
    if (progress) show(progress);
    if (!progress?.isDone) timer = setTimeout(() => void follow(), pause);
  };

  void follow();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
