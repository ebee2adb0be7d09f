import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { Call } from '../runner/call';
import type { ApiResponse, Outcome } from '../runner/outcome';
import { exampleText, prepare } from '../runner/request';
import { send, type SendDeps } from '../runner/send';
import { SandboxError, sandboxFailure, withSandboxFailures } from './errors';
import { openSandboxProject, sandboxProject } from './project';
import type { SandboxProject } from './project-data';
import { credentialsOf } from './project-data';
import { awayOf, whenSandboxIsBack } from './wait';

/** A call that is to be sent. */
export interface SandboxRequest {
  readonly call: Call;
  /** Base URL. */
  readonly server: string;
  readonly scheme: SecurityScheme | undefined;
  /** What the reader has written; nothing for the example, which follows the reader’s values. */
  readonly edited: string | undefined;
}

/** What came of a call, and what was sent last. */
export interface Sent {
  readonly outcome: Outcome;
  readonly body: string;
}

function headerOf({ headers }: ApiResponse, name: string): string | null {
  return headers.find(([key]) => key === name)?.[1] ?? null;
}

async function attempt(
  project: SandboxProject,
  { call, server, scheme, edited }: SandboxRequest,
  surroundings: SendDeps,
  cancel: AbortSignal,
): Promise<Sent> {
  const now = Date.now();
  const body = edited ?? exampleText(call, project.examples, now);
  const prepared = await prepare(call, server, scheme, credentialsOf(project), body, now);
  if ('kind' in prepared) return { outcome: prepared, body };
  const outcome = await whenSandboxIsBack(
    () => send(prepared, { ...surroundings, proxy: '' }, cancel),
    (sent) =>
      sent.kind === 'response'
        ? awayOf(sent.status, sent.json, headerOf(sent, 'retry-after'))
        : undefined,
    cancel,
  );
  if (cancel.aborted) return { outcome: { kind: 'cancelled' }, body };
  return { outcome: withSandboxFailures(outcome, new URL(server).host), body };
}

async function perform(
  wanted: SandboxRequest,
  surroundings: SendDeps,
  cancel: AbortSignal,
): Promise<Sent> {
  const project = sandboxProject() ?? (await openSandboxProject());
  const first = await attempt(project, wanted, surroundings, cancel);
  if (first.outcome.kind !== 'response' || first.outcome.status !== 401) return first;
  let current = await openSandboxProject();
  // What was asked before this call ended could not know it yet.
  if (current.projectId === project.projectId) current = await openSandboxProject();
  if (current.projectId === project.projectId) return first;
  if (wanted.edited !== undefined) return { ...first, outcome: sandboxFailure.replaced() };
  return attempt(current, wanted, surroundings, cancel);
}

/**
 * Sends a call to the sandbox with the keys of the tab's project, which is made first where there is none. When the project
 * has ended, a new one takes its place, and the example is sent once more. Never throws.
 */
export async function sendToSandbox(
  wanted: SandboxRequest,
  surroundings: SendDeps,
  cancel: AbortSignal,
): Promise<Sent> {
  try {
    const sent = await perform(wanted, surroundings, cancel);
    // What the call has changed shows in the next one. This one has its answer, whatever comes of this.
    if (sent.outcome.kind === 'response') openSandboxProject().catch(() => undefined);
    return sent;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { outcome: sandboxFailure.noProject(error), body: wanted.edited ?? '' };
  }
}
