import { useCallback, useEffect, useState } from 'react';
import { findOther, type OtherTab } from '../other-tabs';
import { otherHome, sandboxHome } from '../address';
import {
  chooseSandbox,
  deleteSandboxProject,
  adoptProject,
  exportSandboxProject,
  importSandboxProject,
  openSandboxProject,
  resetSandboxProject,
  sandboxState,
  useSandboxState,
} from '../project';
import { SandboxError } from '../errors';

/** Pending operation. */
export type Work = 'opening' | 'resetting' | 'deleting' | 'exporting' | 'importing';

/**
 * State of the tab's sandbox project, and actions for it.
 * @param startsAutomatically creates a project immediately, unless the reader has deleted theirs
 */
export function useSandbox(startsAutomatically: boolean) {
  const state = useSandboxState();
  const [work, setWork] = useState<Work>();
  const [error, setError] = useState<SandboxError>();
  const [other, setOther] = useState<OtherTab>();
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
    const search = new AbortController();
    const start = async () => {
      // All tabs share the project in this browser.
      if (!sandboxState() && sandboxHome() === 'server') {
        // Another tab of this browser may have a project, such as the one that this page was opened from.
        const found = await findOther(search.signal);
        // A request of this page may have created a project meanwhile, which needs no check.
        if (search.signal.aborted || sandboxState()) return;
        setOther(found);
        if (found) return;
      }
      if (mayStart) await open();
    };
    const timer = setTimeout(() => void start());
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [mayStart, open]);

  const take = (tab: OtherTab) =>
    run('opening', async () => {
      const project = await tab.take();
      // The other tab has been closed.
      if (!project) return openSandboxProject();
      adoptProject(project);
      return openSandboxProject();
    });

  return {
    project: state?.project,
    isReplacement: state?.isReplacement ?? false,
    isDeleted,
    other: state ? undefined : other,
    work,
    error,
    open,
    take,
    /** Switches to the other sandbox, on the server or in this browser. */
    move: () => {
      chooseSandbox(otherHome(sandboxHome()));
      return open();
    },
    reset: () => run('resetting', resetSandboxProject),
    remove: () => run('deleting', deleteSandboxProject),
    save: () => run('exporting', exportSandboxProject),
    load: (file: Blob) => run('importing', () => importSandboxProject(file)),
  };
}
