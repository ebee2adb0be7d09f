import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { OperationData } from '../../requests/operation';
import type { Values } from '../../requests/own-values';
import type { ApiResponse, Outcome } from '../../requests/outcome';
import { exampleText, prepare } from '../../requests/request';
import { send, type SendDeps } from '../../requests/send';
import { SandboxError, sandboxErrors, sandboxFailure, withSandboxFailures } from './errors';
import { isInBrowser, sandboxAddress, sandboxFetch, sandboxName } from './address';
import { openSandboxProject, refreshSandboxProject } from './project';
import { sandboxProject } from './project-state';
import type { SandboxProject } from './project-data';
import { credentialsOf } from './project-data';
import { readUnavailability, retryWhileUnavailable } from './wait';

/** A request to the sandbox. */
export interface SandboxRequest {
  readonly operation: OperationData;
  /** Base URL. */
  readonly server: string;
  readonly scheme: SecurityScheme | undefined;
  /** Body that the reader has written; undefined for the example, which contains the current values. */
  readonly edited: string | undefined;
  /** Credentials that replace those of the project. */
  readonly values?: Values;
  /** Whether a project that has ended is not replaced: the request is of no use in another one. */
  readonly keepsProject?: boolean;
}

/** Outcome of a request, with the body that was sent. */
export interface Sent {
  readonly outcome: Outcome;
  readonly body: string;
}

function headerOf({ headers }: ApiResponse, name: string): string | null {
  return headers.find(([key]) => key === name)?.[1] ?? null;
}

/** A sandbox needs no proxy; the one in this browser needs no network either, and loads before the time limit starts. */
function sandboxDeps(project: SandboxProject, deps: SendDeps): SendDeps {
  if (!isInBrowser(project)) return { ...deps, proxy: '' };
  const fetch = (url: unknown, init: RequestInit = {}) => sandboxFetch(url as string, init);
  return { ...deps, proxy: '', isOnline: () => true, fetch };
}

async function attempt(
  project: SandboxProject,
  { operation, server, scheme, edited, values }: SandboxRequest,
  deps: SendDeps,
  cancel: AbortSignal,
): Promise<Sent> {
  const now = Date.now();
  const body = edited ?? exampleText(operation, project.examples, now);
  const credentials = values ?? credentialsOf(project);
  const prepared = await prepare(operation, server, scheme, credentials, body, now);
  if ('kind' in prepared) return { outcome: prepared, body };
  const outcome = await retryWhileUnavailable(
    () => send(prepared, sandboxDeps(project, deps), cancel),
    (sent) =>
      sent.kind === 'response'
        ? readUnavailability(sent.status, sent.json, headerOf(sent, 'retry-after'))
        : undefined,
    cancel,
  );
  if (cancel.aborted) return { outcome: { kind: 'canceled' }, body };
  return { outcome: withSandboxFailures(outcome, sandboxName(server)), body };
}

/**
 * Starts the sandbox in this browser, again if it has ended since the last request.
 * @throws SandboxError
 */
async function startInBrowser(): Promise<void> {
  const address = sandboxAddress();
  const request = () => sandboxFetch(address, {});
  await request().catch((error: unknown) => {
    if (error instanceof SandboxError) throw error;
    return request().catch(() => {
      throw sandboxErrors.unreachable(sandboxName(address));
    });
  });
}

async function perform(wanted: SandboxRequest, deps: SendDeps, cancel: AbortSignal): Promise<Sent> {
  const project = sandboxProject() ?? (await openSandboxProject());
  if (isInBrowser(project)) await startInBrowser();
  const first = await attempt(project, wanted, deps, cancel);
  const hasEnded = first.outcome.kind === 'response' && first.outcome.status === 401;
  if (!hasEnded || wanted.keepsProject) return first;
  let current = await openSandboxProject();
  // A read that started before this request ended may be outdated.
  if (current.projectId === project.projectId) current = await openSandboxProject();
  if (current.projectId === project.projectId) return first;
  if (wanted.edited !== undefined) return { ...first, outcome: sandboxFailure.replaced() };
  return attempt(current, wanted, deps, cancel);
}

/**
 * Sends a request to the sandbox with the keys of the current project, which is created on first use. An expired project is
 * replaced, and the example is sent again. Never throws.
 */
export async function sendToSandbox(
  wanted: SandboxRequest,
  deps: SendDeps,
  cancel: AbortSignal,
): Promise<Sent> {
  const body = wanted.edited ?? '';
  // A sandbox that starts, or a project that is being created, does not know of this request.
  const canceled = new Promise<Sent>((resolve) => {
    cancel.addEventListener('abort', () => resolve({ outcome: { kind: 'canceled' }, body }), {
      once: true,
    });
  });
  try {
    const sent = await Promise.race([perform(wanted, deps, cancel), canceled]);
    // Reads what the request has changed. An error has no effect: the response is complete.
    if (sent.outcome.kind === 'response') refreshSandboxProject().catch(() => undefined);
    return sent;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { outcome: sandboxFailure.noProject(error), body };
  }
}
