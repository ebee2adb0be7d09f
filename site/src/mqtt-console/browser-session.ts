import { openSandboxProject, SandboxError, sandboxProject } from '../sandbox/project';
import { onChange } from '../values/stored';
import { ConsoleSession } from './console-session';
import { connectDevice } from './device-client';
import type { MqttFacts } from './facts';

let session: ConsoleSession | undefined;

/** The session of this tab: it keeps its entries until the tab loads another document. */
export function browserSession(facts: MqttFacts): ConsoleSession {
  if (session) return session;
  const made = new ConsoleSession(facts, {
    connect: connectDevice,
    openProject: openSandboxProject,
    watchProject: (listener) => {
      listener(sandboxProject());
      onChange(() => listener(sandboxProject()));
    },
    projectProblem: (error) => {
      if (error instanceof SandboxError) return error;
      return {
        title: 'The sandbox project could not be opened',
        message: String(error),
        hint: 'Reload the page, then connect again.',
      };
    },
    now: Date.now,
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  window.addEventListener('pagehide', () => made.disconnect());
  session = made;
  return made;
}
