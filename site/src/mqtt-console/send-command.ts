import type { Call } from '../runner/call';
import type { Outcome } from '../runner/outcome';
import type { Surroundings } from '../runner/send';
import type { SandboxProject } from '../sandbox/read-project';
import { sendToSandbox } from '../sandbox/send-call';
import { requestBody } from './request-body';

/** A command in the reader's words. */
export interface Wish {
  readonly command: string;
  readonly data: string;
}

/** A call over HTTP that was made. */
export interface Made {
  /** Base URL of the sandbox's Platform API. */
  readonly server: string;
  /** Id of the security scheme. */
  readonly scheme: string | undefined;
  readonly body: string;
  readonly outcome: Outcome;
}

/**
 * Sends the demo device a command over HTTP, with the API key of the project.
 * @param call `commands-send` as data
 * @param now milliseconds since 1970
 */
export async function sendCommand(
  call: Call,
  project: SandboxProject,
  { command, data }: Wish,
  surroundings: Surroundings,
  now: number,
): Promise<Made> {
  const server = project.platformUrl;
  const edited = JSON.stringify(
    requestBody(call, project.examples, now, { command, data }),
    null,
    2,
  );
  const scheme = call.security.find(({ kind }) => kind === 'bearer');
  const { signal } = new AbortController();
  const sent = await sendToSandbox({ call, server, scheme, edited }, surroundings, signal);
  return { server, scheme: scheme?.id, ...sent };
}
