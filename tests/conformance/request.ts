import { sampleRequest } from '../../packages/code-samples/src/index.ts';
import { isJsonObject, type JsonObject } from '../../packages/openapi-model/src/json-object.ts';
import { bodyWithValues, mapBody } from '../../packages/openapi-model/src/values.ts';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { operationOf, type Api, type SampleOperation } from '../samples/support/operations.ts';
import type { Addresses } from './settings.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** The operation of a step. */
export function entryOf({ operation }: Pick<Step, 'operation'>): SampleOperation {
  const [api, id = ''] = operation.split('/');
  return operationOf(api as Api, id);
}

/** Puts the own variable wherever the example names one. */
function withOwnVariable(value: JsonValue, variable: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withOwnVariable(item, variable));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'variable' ? variable : withOwnVariable(part, variable),
    ]),
  );
}

interface Body {
  readonly body: JsonObject;
  /** Kind of value that the body needs and the world does not have: an id of the example is never sent. */
  readonly missing: string | undefined;
}

/** Returns the body of a step: the example of the document, with the own ids, names and times. */
export function bodyOf(step: Step, world: World): Body {
  const { schema, example } = entryOf(step).operation.request;
  const own = bodyWithValues(schema, example, world.examples, world.now());
  const body = withOwnVariable(own, world.variable);
  const changed = { ...(isJsonObject(body) ? body : {}), ...step.changes?.(world) };
  let missing: string | undefined;
  mapBody(schema, changed, (part, value) => {
    const kind = part['x-value'];
    if (kind && part.examples?.includes(value) === true) missing ??= kind;
    return undefined;
  });
  if (step.operation.startsWith('device/') && world.connectionKey === undefined)
    missing ??= 'connection key';
  return { body: changed, missing };
}

export interface Response {
  readonly status: number;
  readonly body: JsonValue;
}

/** A platform or a sandbox. */
export interface Target {
  readonly addresses: Addresses;
  readonly apiKey: string;
}

const timeout = 30_000;

/** Sends a body. @throws Error if there is no response, or it is not JSON */
export async function send(
  { addresses, apiKey }: Target,
  step: Step,
  body: JsonObject,
  connectionKey = '',
): Promise<Response> {
  const { api, operation } = entryOf(step);
  const { url, method, headers } = sampleRequest(operation, { baseUrl: addresses[api] });
  const secrets: Readonly<Record<string, string>> = {
    ANEDYA_API_KEY: apiKey,
    ANEDYA_CONNECTION_KEY: connectionKey,
  };
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(
      headers.map((header) => [
        header.name,
        'secret' in header ? header.prefix + (secrets[header.secret] ?? '') : header.value,
      ]),
    ),
    body: JSON.stringify(body),
    // The keys go to the given host only.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as JsonValue };
  } catch {
    // The text may hold anything: it is neither printed nor kept.
    throw new Error(`HTTP ${response.status} without JSON`);
  }
}
