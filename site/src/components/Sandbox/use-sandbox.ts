import { useCallback, useEffect, useState } from 'react';
import {
  dropSandboxProject,
  openSandboxProject,
  resetSandboxProject,
  SandboxError,
  useSandboxState,
} from '../../sandbox/project';

/** What is under way. */
type Work = 'opening' | 'resetting' | 'dropping';

/**
 * The tab's sandbox project and what the reader can do with it.
 * @param startsItself makes one at once, unless the reader has dropped theirs
 */
export function useSandbox(startsItself: boolean) {
  const state = useSandboxState();
  const [work, setWork] = useState<Work>();
  const [error, setError] = useState<SandboxError>();
  const isDropped = state !== undefined && !state.project;

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
  const mayStart = startsItself && !isDropped;
  useEffect(() => {
    if (!mayStart) return undefined;
    const timer = setTimeout(() => void open());
    return () => clearTimeout(timer);
  }, [mayStart, open]);

  return {
    project: state?.project,
    isReplacement: state?.isReplacement ?? false,
    isDropped,
    work,
    error,
    open,
    reset: () => run('resetting', resetSandboxProject),
    drop: () => run('dropping', dropSandboxProject),
  };
}
