import { useCallback, useEffect, useState } from 'react';
import { sandboxHome } from '../../../requests/sandbox-home';
import { otherHome } from '../address';
import {
  addSandboxProject,
  adoptKey,
  chooseSandbox,
  deleteSandboxProject,
  exportSandboxProject,
  importSandboxProject,
  openSandboxProject,
  resetSandboxProject,
  switchProject,
} from '../project';
import { SandboxError } from '../errors';
import { useSandboxState, type KnownProject } from '../project-state';

/** Pending operation. */
export type Work = 'opening' | 'resetting' | 'deleting' | 'exporting' | 'importing' | 'switching';

/**
 * State of the sandbox project, and actions for it.
 * @param startsAutomatically creates a project immediately, unless the reader has deleted theirs
 */
export function useSandbox(startsAutomatically: boolean) {
  const state = useSandboxState();
  const [work, setWork] = useState<Work>();
  const [error, setError] = useState<SandboxError>();
  const isDeleted = state !== undefined && !state.project;

  const run = useCallback(async (kind: Work, task: () => Promise<unknown>): Promise<boolean> => {
    setWork(kind);
    setError(undefined);
    try {
      await task();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof SandboxError)) throw thrown;
      setError(thrown);
      return false;
    } finally {
      setWork(undefined);
    }
  }, []);

  const open = useCallback(() => run('opening', openSandboxProject), [run]);
  const mayStart = startsAutomatically && !isDeleted;
  useEffect(() => {
    if (!mayStart) return undefined;
    const timer = setTimeout(() => void open());
    return () => clearTimeout(timer);
  }, [mayStart, open]);

  return {
    project: state?.project,
    isReplacement: state?.isReplacement ?? false,
    isDeleted,
    work,
    error,
    open,
    /** Switches to the other sandbox, on the server or in this browser. */
    move: () => {
      chooseSandbox(otherHome(sandboxHome()));
      return open();
    },
    reset: () => run('resetting', resetSandboxProject),
    remove: () => run('deleting', deleteSandboxProject),
    save: () => run('exporting', exportSandboxProject),
    load: (file: Blob, key: string) => run('importing', () => importSandboxProject(file, key)),
    add: () => run('opening', addSandboxProject),
    switchTo: (known: KnownProject) => run('switching', () => switchProject(known)),
    /** Uses the project of a key that the reader has entered. */
    adopt: (key: string) => run('switching', () => adoptKey(key)),
  };
}
