/**
 * The sandbox project of this browser, shared by its tabs, and the other projects that it knows. The keys are in local storage
 * and are sent only to their sandbox.
 */
import { useSyncExternalStore } from 'react';
import { sandboxHome, storeUse } from '../../requests/sandbox-home';
import type { SandboxHome } from '../../requests/values-choice';
import { changeEvent, knownKey, onChange, sandboxKeys } from '../../requests/values-choice';
import { isStored, readStorage, writeStorage } from '../../storage';
import type { SandboxProject } from './project-data';

/** Stored state of a sandbox. Without a project: the reader deleted it. */
export interface SandboxState {
  readonly project?: SandboxProject;
  /** True when the project replaced an expired one, until the reader dismisses the notice. */
  readonly isReplacement?: boolean;
  /** Incremented when the project is replaced or reset, in any tab: pending reads are then outdated. */
  readonly version?: number;
}

/** A project that this browser has used. */
export interface KnownProject {
  readonly projectId: string;
  readonly apiKey: string;
  readonly home: SandboxHome;
  /** When this browser used it first, in milliseconds since 1970. */
  readonly addedAt: number;
}

/** Parses stored text once. Returns the same object until the text changes. */
function parsedOnce<Value>(read: (data: unknown) => Value): (text: string) => Value {
  let seen: { readonly text: string; readonly value: Value } | undefined;
  return (text) => {
    if (seen?.text !== text) {
      let data: unknown;
      try {
        data = JSON.parse(text || 'null');
      } catch {
        // Text that this module did not write.
      }
      seen = { text, value: read(data) };
    }
    return seen.value;
  };
}

const stateOf = (data: unknown) => (data as SandboxState | null | undefined) ?? undefined;
const parsedStates = { server: parsedOnce(stateOf), browser: parsedOnce(stateOf) };

/** State of a sandbox in all tabs; undefined before the first project. */
export function sandboxState(home: SandboxHome = sandboxHome()): SandboxState | undefined {
  return parsedStates[home](readStorage('localStorage', sandboxKeys[home]));
}

function isKnownProject(item: unknown): item is KnownProject {
  if (typeof item !== 'object' || item === null) return false;
  const { projectId, apiKey, home, addedAt } = item as Readonly<Record<string, unknown>>;
  return (
    typeof projectId === 'string' &&
    typeof apiKey === 'string' &&
    (home === 'server' || home === 'browser') &&
    typeof addedAt === 'number'
  );
}

const parsedKnown = parsedOnce((data): readonly KnownProject[] =>
  Array.isArray(data) ? data.filter(isKnownProject) : [],
);

/** The projects that this browser knows, the newest first. */
export function knownProjects(): readonly KnownProject[] {
  return parsedKnown(readStorage('localStorage', knownKey));
}

/** Maximum number of known projects: the key of an older one is no longer stored. */
const knownLimit = 20;

function keepKnown(known: readonly KnownProject[]): void {
  writeStorage('localStorage', knownKey, known.length === 0 ? '' : JSON.stringify(known));
}

function know(home: SandboxHome, { projectId, apiKey }: SandboxProject): void {
  const known = knownProjects();
  const former = known.find((project) => project.apiKey === apiKey);
  if (former?.projectId === projectId) return;
  if (former) {
    keepKnown(known.map((project) => (project === former ? { ...former, projectId } : project)));
    return;
  }
  keepKnown([{ projectId, apiKey, home, addedAt: Date.now() }, ...known].slice(0, knownLimit));
}

/** Removes the key of a project that no longer exists. */
export function forgetProject(apiKey: string): void {
  keepKnown(knownProjects().filter((project) => project.apiKey !== apiKey));
  window.dispatchEvent(new Event(changeEvent));
}

/** Stores changed data of the project, for all tabs. */
export function keepState(home: SandboxHome, state: SandboxState): void {
  writeStorage('localStorage', sandboxKeys[home], JSON.stringify(state));
  if (state.project) know(home, state.project);
  if (home === sandboxHome()) storeUse(home);
  window.dispatchEvent(new Event(changeEvent));
}

/** Stores another project, or the same after a reset: pending reads are outdated. */
export function replaceState(home: SandboxHome, state: Omit<SandboxState, 'version'>): void {
  keepState(home, { ...state, version: (sandboxState(home)?.version ?? 0) + 1 });
}

/** The project that this page uses, if there is one. */
export function sandboxProject(): SandboxProject | undefined {
  return sandboxState()?.project;
}

/** Dismisses the notice that the previous project expired. */
export function dismissReplacement(): void {
  const state = sandboxState();
  if (state?.isReplacement) keepState(sandboxHome(), { ...state, isReplacement: false });
}

/** The project as React state; none while the page is rendered on the server and hydrated. */
export function useSandboxProject(): SandboxProject | undefined {
  return useSyncExternalStore(onChange, sandboxProject, () => undefined);
}

/** State of the sandbox that this page uses as React state. */
export function useSandboxState(): SandboxState | undefined {
  return useSyncExternalStore(onChange, sandboxState, () => undefined);
}

const none: readonly KnownProject[] = [];

/** The known projects as React state. */
export function useKnownProjects(): readonly KnownProject[] {
  return useSyncExternalStore(onChange, knownProjects, () => none);
}

/** Whether this browser has stored the project and its key; false when storage is blocked or full. */
export function useIsKept(): boolean {
  return useSyncExternalStore(
    onChange,
    () => isStored(sandboxKeys[sandboxHome()]) && isStored(knownKey),
    () => true,
  );
}
