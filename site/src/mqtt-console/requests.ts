import type { Examples, JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { Call } from '../runner/call';
import type { Outcome } from '../runner/outcome';
import type { SendDeps } from '../runner/send';
import type { SandboxProject } from '../sandbox/project-data';
import { sendToSandbox } from '../sandbox/send-request';

/** Characters of a `reqId` that a response repeats (specs/device.openapi.yaml, `x-limits`). */
const repeated = 36;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text of a field of a JSON object; nothing when there is no such text. */
export function textField(text: string, name: string): string | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Readonly<Record<string, unknown>>)[name];
  return typeof field === 'string' ? field : undefined;
}

/** The `reqId` that a response repeats. */
export function requestId(text: string): string | undefined {
  return textField(text, 'reqId')?.slice(0, repeated);
}

/** A body with another `reqId`, as the first field; a text that is no JSON object stays as it is. */
export function withRequestId(text: string, reqId: string): string {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
  return JSON.stringify(Object.assign({ reqId }, value, { reqId }), null, 2);
}

/** A `reqId` that no other request of this tab has, nor one of another tab with the same device: `web-9f3a-1`. */
let count = 0;
let tab: string | undefined;

export function newRequestId(): string {
  tab ??= crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16).padStart(4, '0') ?? '';
  count += 1;
  return `web-${tab}-${count}`;
}

/**
 * The example of an operation with known ids instead of the example's, and with other texts in some of its fields.
 * @param now moves points in time along, in milliseconds since 1970
 * @param fields of the example; others are left out
 */
export function requestBody(
  { request: { schema, example } }: Pick<Call, 'request'>,
  examples: Examples,
  now: number,
  fields: Readonly<Record<string, string>> = {},
): JsonValue {
  const body = bodyWithValues(schema, example, examples, now);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, fields[name] ?? value]),
  );
}

/** A command in the reader's words. */
interface CommandInput {
  readonly command: string;
  readonly data: string;
}

/** A call over HTTP that was made. */
export interface SentCommand {
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
  { command, data }: CommandInput,
  deps: SendDeps,
  now: number,
): Promise<SentCommand> {
  const server = project.platformUrl;
  const edited = JSON.stringify(
    requestBody(call, project.examples, now, { command, data }),
    null,
    2,
  );
  const scheme = call.security.find(({ kind }) => kind === 'bearer');
  const { signal } = new AbortController();
  const sent = await sendToSandbox({ call, server, scheme, edited }, deps, signal);
  return { server, scheme: scheme?.id, ...sent };
}
