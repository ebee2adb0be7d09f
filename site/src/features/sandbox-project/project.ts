/**
 * The sandbox project of this browser: created on first use, shared by all its tabs and components, and replaced when it has
 * expired.
 */
import { downloadFile } from '../../download';
import { getValues } from '../../requests/own-values';
import { sandboxHome, storeSandboxHome } from '../../requests/sandbox-home';
import type { SandboxHome } from '../../requests/values-choice';
import { changeEvent } from '../../requests/values-choice';
import { sandboxAddress, sandboxName } from './address';
import { SandboxError, sandboxErrors } from './errors';
import type { SandboxProject } from './project-data';
import { requestSandbox } from './project-requests';
import { readProject, type Fields } from './project-response';
import {
  forgetProject,
  keepState,
  replaceState,
  sandboxProject,
  sandboxState,
  type KnownProject,
} from './project-state';

/** Uses a new project from a response of the sandbox. */
function adoptNew(fields: Fields, home: SandboxHome, isReplacement: boolean): SandboxProject {
  if (typeof fields.apiKey !== 'string') throw sandboxErrors.broken();
  const project = readProject(fields, fields.apiKey, sandboxAddress(home));
  replaceState(home, { project, isReplacement });
  return project;
}

async function create(home: SandboxHome, isReplacement: boolean): Promise<SandboxProject> {
  return adoptNew(await requestSandbox('POST', '/projects', { home }), home, isReplacement);
}

/** Reads the project of a key. */
async function read(home: SandboxHome, apiKey: string): Promise<SandboxProject> {
  const fields = await requestSandbox('GET', '/projects/current', { apiKey, home });
  return readProject(fields, apiKey, sandboxAddress(home));
}

const hasEnded = (error: unknown) => error instanceof SandboxError && error.kind === 'ended';

/** Reads the project again, because requests change its ids. */
async function refresh(home: SandboxHome, { apiKey }: SandboxProject): Promise<SandboxProject> {
  const requested = sandboxState(home)?.version;
  const project = await read(home, apiKey);
  const state = sandboxState(home);
  if (state?.project?.apiKey === apiKey && state.version === requested) {
    keepState(home, { ...state, project });
  }
  return project;
}

/**
 * Runs a task in one tab at a time, where the browser has locks: it offers them on secure origins only, and denies them when it
 * blocks storage.
 */
async function inOneTab<Result>(home: SandboxHome, task: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return task();
  try {
    return await navigator.locks.request(`docs-sandbox-project ${home}`, task);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return task();
    throw error;
  }
}

/** Creates a project, unless another tab has just done so. @param former an expired project, if any */
function createOnce(home: SandboxHome, former?: SandboxProject): Promise<SandboxProject> {
  return inOneTab(home, () => {
    const current = sandboxState(home)?.project;
    if (current && current.apiKey !== former?.apiKey) return refresh(home, current);
    if (former) forgetProject(former.apiKey);
    return create(home, former !== undefined);
  });
}

/** Projects that are being opened. The reader can switch to the other sandbox in the meantime. */
const opening = new Map<SandboxHome, Promise<SandboxProject>>();

async function open(home: SandboxHome): Promise<SandboxProject> {
  const former = sandboxState(home)?.project;
  if (!former) return createOnce(home);
  try {
    return await refresh(home, former);
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return createOnce(home, former);
  }
}

/**
 * The current project. Creates it on first use and when it has expired. Concurrent callers share one request.
 * @throws SandboxError
 */
export function openSandboxProject(): Promise<SandboxProject> {
  const home = sandboxHome();
  const pending = opening.get(home) ?? open(home).finally(() => opening.delete(home));
  opening.set(home, pending);
  return pending;
}

/**
 * Reads the current project again, if there is one. Unlike `openSandboxProject`, does not replace one that has ended: the reader
 * has not asked for another.
 * @throws SandboxError
 */
export async function refreshSandboxProject(): Promise<void> {
  const [home, project] = [sandboxHome(), sandboxProject()];
  if (project) await refresh(home, project);
}

/** Creates another project, and uses it in all tabs. @throws SandboxError */
export function addSandboxProject(): Promise<SandboxProject> {
  return create(sandboxHome(), false);
}

/**
 * Resets the project: replaces all data with new sample data, ids and keys. Replaces an expired project.
 * @throws SandboxError
 */
export async function resetSandboxProject(): Promise<SandboxProject> {
  const [home, former] = [sandboxHome(), sandboxProject()];
  if (!former) return openSandboxProject();
  try {
    const fields = await requestSandbox('POST', '/projects/reset', { apiKey: former.apiKey, home });
    const project = readProject(fields, former.apiKey, sandboxAddress(home));
    replaceState(home, { project });
    return project;
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return createOnce(home, former);
  }
}

/**
 * Deletes the project with all its data, for all tabs. Does nothing when it has expired.
 * @throws SandboxError
 */
export async function deleteSandboxProject(): Promise<void> {
  const [home, project] = [sandboxHome(), sandboxProject()];
  if (!project) return;
  try {
    await requestSandbox('DELETE', '/projects', { apiKey: project.apiKey, home });
  } catch (error) {
    if (!hasEnded(error)) throw error;
  }
  forgetProject(project.apiKey);
  // Another tab may have switched to another project in the meantime.
  if (sandboxState(home)?.project?.apiKey === project.apiKey) replaceState(home, {});
}

/** What RFC 6750, 2.1 allows in a bearer token. */
const bearerToken = /^[\w.~+/-]+=*$/;

/**
 * Checks a key before it is sent to the sandbox.
 * @returns the key without spaces around it
 * @throws SandboxError for a text that is not a key, and for a key of the platform that the reader has entered
 */
function checkedKey(text: string): string {
  const key = text.trim();
  const { apiKey, connectionKey, tokenSecret } = getValues();
  if ([apiKey, connectionKey, tokenSecret].includes(key)) throw sandboxErrors.ownKey();
  if (!bearerToken.test(key)) throw sandboxErrors.notAKey();
  return key;
}

/** Names the sandbox that does not know a key that the reader has entered. */
function unknownKey(error: unknown, home: SandboxHome): unknown {
  return hasEnded(error) ? sandboxErrors.unknownKey(sandboxName(sandboxAddress(home))) : error;
}

/**
 * Uses the project of a key, such as one that a terminal has created.
 * @throws SandboxError when the sandbox has no project with this key; the current project stays
 */
export async function adoptKey(text: string): Promise<void> {
  const home = sandboxHome();
  const apiKey = checkedKey(text);
  const project = await read(home, apiKey).catch((error: unknown) => {
    throw unknownKey(error, home);
  });
  replaceState(home, { project });
}

/**
 * Uses a project that this browser knows, in all tabs.
 * @throws SandboxError when it has expired; the current project stays
 */
export async function switchProject({ home, apiKey }: KnownProject): Promise<void> {
  const project = await read(home, apiKey).catch((error: unknown) => {
    if (!hasEnded(error)) throw error;
    forgetProject(apiKey);
    throw sandboxErrors.knownEnded();
  });
  chooseSandbox(home);
  replaceState(home, { project });
}

/**
 * Downloads everything in the project as a file, with all its keys except the API key.
 * @throws SandboxError
 */
export async function exportSandboxProject(): Promise<void> {
  const project = sandboxProject();
  if (!project) throw sandboxErrors.ended();
  const { apiKey } = project;
  const fields = await requestSandbox('GET', '/projects/current/export', { apiKey });
  const file = new Blob([JSON.stringify(fields)], { type: 'application/json' });
  downloadFile('anedya-sandbox-project.json', file);
}

/**
 * Replaces all data of a project with that of a file: of the project of a key, or else of the current one. Creates a project if
 * there is none, or if it has expired.
 * @param keyText API key of the project; empty for the current one
 * @throws SandboxError
 */
export async function importSandboxProject(file: Blob, keyText = ''): Promise<void> {
  const [home, former] = [sandboxHome(), sandboxProject()];
  const send = (apiKey?: string) =>
    requestSandbox('POST', '/projects/import', { apiKey, file, home });
  const isForKey = keyText.trim() !== '';
  const apiKey = isForKey ? checkedKey(keyText) : former?.apiKey;
  try {
    if (apiKey !== undefined) {
      const project = readProject(await send(apiKey), apiKey, sandboxAddress(home));
      replaceState(home, { project });
      return;
    }
  } catch (error) {
    if (isForKey) throw sandboxErrors.notImported(unknownKey(error, home));
    if (!hasEnded(error)) throw sandboxErrors.notImported(error);
  }
  try {
    adoptNew(await send(), home, false);
  } catch (error) {
    throw sandboxErrors.notImported(error);
  }
}

/** Switches all tabs to a sandbox on the server or in this browser. Both keep their projects. */
export function chooseSandbox(home: SandboxHome): void {
  if (home === sandboxHome()) return;
  storeSandboxHome(home);
  window.dispatchEvent(new Event(changeEvent));
}
