import type { Examples, JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import { indentJson } from '../../requests/indent-json';
import type { OperationData } from '../../requests/operation';
import type { Outcome } from '../../requests/outcome';
import { parseJson, type SendDeps } from '../../requests/send';
import { type SandboxProject, sendToSandbox } from '@site/src/features/sandbox-project';

/** Maximum length of a `reqId` that a response repeats, in characters (specs/device.openapi.yaml, `x-limits`). */
const repeated = 36;

/** Returns a string field of a JSON object; undefined when there is none. */
export function textField(text: string, name: string): string | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Readonly<Record<string, unknown>>)[name];
  return typeof field === 'string' ? field : undefined;
}

/** The `reqId` that a response repeats. */
export function requestId(text: string): string | undefined {
  return textField(text, 'reqId')?.slice(0, repeated);
}

/** Indents a body. Text that is not JSON is returned unchanged. */
export function indentedBody(text: string): string {
  return parseJson(text) === undefined ? text : indentJson(text);
}

/** The text of a body with this `reqId` as its first field. A body that is not an object gets none. */
export function withRequestId(body: JsonValue, reqId: string): string {
  return JSON.stringify(
    isJsonObject(body) ? Object.assign({ reqId }, body, { reqId }) : body,
    null,
    2,
  );
}

/** Replaces a generated `reqId` in the text of a body, and changes nothing else. */
export function withNextRequestId(text: string, reqId: string, next: string): string {
  return text.replaceAll(new RegExp(`("reqId"\\s*:\\s*)"${reqId}"`, 'g'), `$1"${next}"`);
}

let count = 0;
let tab: string | undefined;

/** Returns a `reqId` that is unique in this tab and across tabs with the same device: `web-9f3a-1`. */
export function newRequestId(): string {
  tab ??= crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16).padStart(4, '0') ?? '';
  count += 1;
  return `web-${tab}-${count}`;
}

/**
 * The example of an operation with known ids, and with other values in some fields.
 * @param now reference time for timestamps, in milliseconds since 1970
 * @param fields values for fields of the example; others are ignored
 */
export function requestBody(
  { request: { schema, example } }: Pick<OperationData, 'request'>,
  examples: Examples,
  now: number,
  fields: Readonly<Record<string, string>> = {},
): JsonValue {
  const body = bodyWithValues(schema, example, examples, now);
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, fields[name] ?? value]),
  );
}

/** A command that the reader has entered. */
interface CommandInput {
  readonly command: string;
  readonly data: string;
}

/** An HTTP request that was sent. */
export interface SentCommand {
  /** Base URL of the sandbox's Platform API. */
  readonly server: string;
  /** Id of the security scheme. */
  readonly scheme: string | undefined;
  readonly body: string;
  readonly outcome: Outcome;
}

/**
 * Sends a command to the demo device over HTTP, with the API key of the project.
 * @param operation data of `commands-send`
 * @param now milliseconds since 1970
 */
export async function sendCommand(
  operation: OperationData,
  project: SandboxProject,
  { command, data }: CommandInput,
  deps: SendDeps,
  now: number,
): Promise<SentCommand> {
  const server = project.platformUrl;
  const edited = JSON.stringify(
    requestBody(operation, project.examples, now, { command, data }),
    null,
    2,
  );
  const scheme = operation.security.find(({ kind }) => kind === 'bearer');
  const { signal } = new AbortController();
  const sent = await sendToSandbox({ operation, server, scheme, edited }, deps, signal);
  return { server, scheme: scheme?.id, ...sent };
}
