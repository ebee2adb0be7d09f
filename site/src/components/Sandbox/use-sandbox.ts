import { useCallback, useEffect, useState } from 'react';
import { findOther, type OtherTab } from '../../sandbox/other-tabs';
import {
  deleteSandboxProject,
  adoptProject,
  openSandboxProject,
  resetSandboxProject,
  sandboxState,
  useSandboxState,
} from '../../sandbox/project';
import { SandboxError } from '../../sandbox/errors';

/** Pending operation. */
type Work = 'opening' | 'resetting' | 'deleting';

/**
 * The tab's sandbox project and what the reader can do with it.
 * @param startsItself makes one at once, unless the reader has dropped theirs
 */
export function useSandbox(startsItself: boolean) {
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
  const mayStart = startsItself && !isDeleted;
  useEffect(() => {
    const search = new AbortController();
    const start = async () => {
      // A reader who opened this page beside another one has a project there.
      const found = sandboxState() ? undefined : await findOther(search.signal);
      if (search.signal.aborted) return;
      setOther(found);
      if (mayStart && !found) await open();
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
      // It has closed since.
      if (!project) return openSandboxProject();
      adoptProject(project);
      return openSandboxProject();
    });

  return {
    project: state?.project,
    isReplacement: state?.isReplacement ?? false,
    isDropped: isDeleted,
    other: state ? undefined : other,
    work,
    error,
    open,
    take,
    reset: () => run('resetting', resetSandboxProject),
    remove: () => run('deleting', deleteSandboxProject),
  };
}
