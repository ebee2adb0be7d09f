/**
 * The sandbox project of this tab: created on first use and shared by all components. Its keys are stored in session storage
 * and sent only to the sandbox.
 */
import { useSyncExternalStore } from 'react';
import { downloadFile } from '../../download';
import { readStorage, writeStorage } from '../../storage';
import { changeEvent, onChange, sandboxKey } from '../../requests/values-choice';
import {
  sandboxAddress,
  sandboxFetch,
  sandboxHome,
  sandboxName,
  storeSandboxHome,
  type SandboxHome,
} from './address';
import { SandboxError, sandboxErrors } from './errors';
import type { Examples } from '@anedya-docs/openapi-model';
import type { SandboxBroker, SandboxNode, SandboxProject } from './project-data';
import { readUnavailability, retryWhileUnavailable } from './wait';

/** Fields of a JSON object. */
type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw sandboxErrors.broken();
  return value;
}

function nodeOf(fields: unknown): SandboxNode {
  if (!isRecord(fields)) throw sandboxErrors.broken();
  return {
    nodeId: textOf(fields, 'nodeId'),
    name: textOf(fields, 'name'),
    deviceId: textOf(fields, 'deviceId'),
    bound: fields.bound === true,
    connectionKey: textOf(fields, 'connectionKey'),
    bindingSecret: textOf(fields, 'bindingSecret'),
  };
}

const portOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Replaces the host of the broker with the one that this page uses. */
function brokerOf(fields: unknown, address: string): SandboxBroker {
  const ports = isRecord(fields) ? fields : {};
  return {
    host: new URL(address).hostname,
    tcp: portOf(ports.tcp),
    tls: portOf(ports.tls),
    webSocket: `${address.replace(/^http/, 'ws')}/mqtt`,
    ...(typeof ports.ca === 'string' && { ca: ports.ca }),
  };
}

function examplesOf(fields: unknown): Examples {
  if (!isRecord(fields)) throw sandboxErrors.broken();
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}

/**
 * Parses a project from a response of the sandbox. Uses the host of this page in its addresses: a server behind another one
 * may not know them.
 * @param address URL of the sandbox that has sent it
 * @throws SandboxError when the response has an unexpected format
 */
export function readProject(
  fields: Fields,
  apiKey: string,
  address = sandboxAddress(),
): SandboxProject {
  const { nodes, expires } = fields;
  if (!Array.isArray(nodes) || typeof expires !== 'number') throw sandboxErrors.broken();
  return {
    projectId: textOf(fields, 'projectId'),
    apiKey,
    platformUrl: `${address}/platform/v1`,
    deviceUrl: `${address}/device/v1`,
    expires,
    nodes: nodes.map(nodeOf),
    newDeviceId: textOf(fields, 'newDeviceId'),
    commandId: textOf(fields, 'commandId'),
    assetId: textOf(fields, 'assetId'),
    examples: examplesOf(fields.examples),
    broker: brokerOf(fields.broker, address),
    readAt: Date.now(),
  };
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Maps an error status to an error. A host without a sandbox returns an HTML page or nothing. */
function errorOf({ status, headers }: Response, fields: Fields | undefined, host: string) {
  const text = typeof fields?.error === 'string' ? fields.error : '';
  if (!fields && [404, 405, 501].includes(status)) return sandboxErrors.absent(host);
  if (!fields && status >= 500) return sandboxErrors.unreachable(host);
  if (status === 401) return sandboxErrors.ended();
  const away = readUnavailability(status, fields, headers.get('retry-after'));
  if (away) return sandboxErrors.away(away.text);
  if (status === 429 || status === 413) return sandboxErrors.full(text, headers.get('retry-after'));
  return sandboxErrors.rejected(status, text);
}

interface RequestOptions {
  /** API key of the project; undefined for a new one. */
  readonly apiKey?: string | undefined;
  /** JSON file to send as the body. */
  readonly file?: Blob;
  /** The sandbox; that of this tab by default. */
  readonly home?: SandboxHome;
}

/**
 * Sends a request to the project endpoints. Retries while the sandbox is restarting.
 * @param path path below the sandbox: `/projects`
 * @throws SandboxError without a successful response
 */
export async function requestSandbox(
  method: string,
  path: string,
  { apiKey, file, home = sandboxHome() }: RequestOptions = {},
): Promise<Fields> {
  const address = sandboxAddress(home);
  const host = sandboxName(address);
  const send = async () => {
    const response = await sandboxFetch(address + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        ...(file && { 'Content-Type': 'application/json' }),
      },
      body: file ?? null,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    return { response, fields: parsed(await response.text()) };
  };
  const { response, fields } = await retryWhileUnavailable(send, (sent) =>
    readUnavailability(sent.response.status, sent.fields, sent.response.headers.get('retry-after')),
  ).catch((error: unknown) => {
    if (error instanceof SandboxError) throw error;
    // Without a network, a browser still reaches a server on the same machine; the sandbox in the browser needs none.
    const isOffline = home === 'server' && !navigator.onLine;
    throw isOffline ? sandboxErrors.offline() : sandboxErrors.unreachable(host);
  });
  if (!response.ok) throw errorOf(response, fields, host);
  if (!fields) throw sandboxErrors.absent(host);
  return fields;
}

/** Stored state of the tab. Without a project: the reader deleted it. */
export interface SandboxState {
  readonly project?: SandboxProject;
  /** True when the project replaced an expired one, until the reader dismisses the notice. */
  readonly isReplacement?: boolean;
}

let seen = { text: '', state: undefined as SandboxState | undefined };

/** State of this tab; undefined before the first project. Returns the same object until the state changes. */
export function sandboxState(): SandboxState | undefined {
  const text = readStorage('sessionStorage', sandboxKey);
  if (text !== seen.text) {
    let state;
    try {
      state = JSON.parse(text || 'null') as SandboxState | null;
    } catch {
      state = null;
    }
    seen = { text, state: state ?? undefined };
  }
  return seen.state;
}

function keep(state: SandboxState): void {
  writeStorage('sessionStorage', sandboxKey, JSON.stringify(state));
  window.dispatchEvent(new Event(changeEvent));
}

/** Incremented when the project is replaced or reset: pending reads are then outdated. */
let generation = 0;

function replaceState(state: SandboxState): void {
  generation += 1;
  keep(state);
}

/**
 * Key of the API key of the project in this browser, in local storage: all tabs use one project. It gives access to no more
 * than the storage of this site, where the project itself is.
 */
const browserKey = 'docs-browser-sandbox';

/** Project of this tab, if it has one. */
export function sandboxProject(): SandboxProject | undefined {
  return sandboxState()?.project;
}

/** Project of this tab as React state; none while the page is rendered on the server and hydrated. */
export function useSandboxProject(): SandboxProject | undefined {
  return useSyncExternalStore(onChange, sandboxProject, () => undefined);
}

/** State of this tab as React state. */
export function useSandboxState(): SandboxState | undefined {
  return useSyncExternalStore(onChange, sandboxState, () => undefined);
}

/** Key of the state of a tab in the sandbox that it does not use, in session storage. */
const otherKey = `${sandboxKey}-elsewhere`;

/** Stores a state of the sandbox that has sent it, which the tab may no longer use when the response arrives. */
function replaceStateOf(home: SandboxHome, state: SandboxState): void {
  if (home === sandboxHome()) replaceState(state);
  else writeStorage('sessionStorage', otherKey, JSON.stringify(state));
}

/** Uses a new project from a response of the sandbox. */
function adoptNew(fields: Fields, home: SandboxHome, isReplacement: boolean): SandboxProject {
  if (typeof fields.apiKey !== 'string') throw sandboxErrors.broken();
  const project = readProject(fields, fields.apiKey, sandboxAddress(home));
  if (home === 'browser') writeStorage('localStorage', browserKey, project.apiKey);
  replaceStateOf(home, { project, isReplacement });
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

/** The project that other tabs use in this browser; undefined if there is none. */
async function sharedProject(
  home: SandboxHome,
  isReplacement: boolean,
): Promise<SandboxProject | undefined> {
  const apiKey = home === 'browser' ? readStorage('localStorage', browserKey) : '';
  if (apiKey === '') return undefined;
  try {
    const project = await read(home, apiKey);
    replaceStateOf(home, { project, isReplacement });
    return project;
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return undefined;
  }
}

const hasEnded = (error: unknown) => error instanceof SandboxError && error.kind === 'ended';

/** Reads the tab's project again, because requests change its ids. */
async function refresh(home: SandboxHome, { apiKey }: SandboxProject): Promise<SandboxProject> {
  const requestedAt = generation;
  const project = await read(home, apiKey);
  if (requestedAt === generation) keep({ ...sandboxState(), project });
  return project;
}

/** Projects that are being opened. The reader can switch to the other sandbox in the meantime. */
const opening = new Map<SandboxHome, Promise<SandboxProject>>();

async function open(home: SandboxHome): Promise<SandboxProject> {
  const former = sandboxProject();
  if (!former) return (await sharedProject(home, false)) ?? create(home, false);
  try {
    return await refresh(home, former);
  } catch (error) {
    if (!hasEnded(error)) throw error;
    // Another tab may have replaced it already.
    return (await sharedProject(home, true)) ?? create(home, true);
  }
}

/**
 * The current project of the tab. Creates it on first use and when it has expired. Concurrent callers share one request.
 * @throws SandboxError
 */
export function openSandboxProject(): Promise<SandboxProject> {
  const home = sandboxHome();
  const pending = opening.get(home) ?? open(home).finally(() => opening.delete(home));
  opening.set(home, pending);
  return pending;
}

/** Uses the project of another tab, with its keys. */
export function adoptProject(project: SandboxProject): void {
  replaceState({ project });
}

/** Dismisses the notice that the previous project expired. */
export function dismissReplacement(): void {
  const state = sandboxState();
  if (state?.isReplacement) keep({ ...state, isReplacement: false });
}

/**
 * Resets the tab's project: replaces all data with new sample data, ids and keys. Replaces an expired project.
 * @throws SandboxError
 */
export async function resetSandboxProject(): Promise<SandboxProject> {
  const [home, former] = [sandboxHome(), sandboxProject()];
  if (!former) return openSandboxProject();
  try {
    const fields = await requestSandbox('POST', '/projects/reset', { apiKey: former.apiKey, home });
    const project = readProject(fields, former.apiKey, sandboxAddress(home));
    replaceStateOf(home, { project });
    return project;
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return create(home, true);
  }
}

/**
 * Deletes the tab's project with all its data. Does nothing when it has expired.
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
  if (home === 'browser') writeStorage('localStorage', browserKey, '');
  replaceStateOf(home, {});
}

/**
 * Downloads everything in the tab's project as a file, with all its keys except the API key.
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
 * Replaces all data of the tab's project with that of a file. Creates a project if the tab has none, or if it has expired.
 * @throws SandboxError
 */
export async function importSandboxProject(file: Blob): Promise<void> {
  const [home, former] = [sandboxHome(), sandboxProject()];
  const send = (apiKey?: string) =>
    requestSandbox('POST', '/projects/import', { apiKey, file, home });
  try {
    if (former) {
      const fields = await send(former.apiKey);
      const project = readProject(fields, former.apiKey, sandboxAddress(home));
      replaceStateOf(home, { project });
      return;
    }
  } catch (error) {
    if (!hasEnded(error)) throw sandboxErrors.notImported(error);
  }
  try {
    adoptNew(await send(), home, false);
  } catch (error) {
    throw sandboxErrors.notImported(error);
  }
}

/** Switches this tab, and new tabs, to a sandbox on the server or in this browser. Both keep their projects. */
export function chooseSandbox(home: SandboxHome): void {
  if (home === sandboxHome()) return;
  const [current, other] = [sandboxKey, otherKey].map((key) => readStorage('sessionStorage', key));
  storeSandboxHome(home);
  writeStorage('sessionStorage', otherKey, current ?? '');
  writeStorage('sessionStorage', sandboxKey, other ?? '');
  generation += 1;
  window.dispatchEvent(new Event(changeEvent));
}
