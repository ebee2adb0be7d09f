import { expect } from 'vitest';
import { SchemaChecker } from '../../../packages/openapi-model/src/schema-checker.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { exampleResponse, documents, type Api, type Call } from '../../samples/support/calls.ts';
import { expectedHeaders } from '../../samples/support/expectation.ts';
import type { ApiRequest } from './api-server.ts';

export type JsonObject = Record<string, JsonValue>;

const checker = new SchemaChecker();

/** All operations, those without a page included. */
const calls: readonly Call[] = (['platform', 'device'] as const).flatMap((api) =>
  documents[api].allOperations.map((operation) => ({ api, operation })),
);

/** The call a path belongs to. @param url with or without `/v1` in front */
function callAt(url: string, api: Api): Call {
  const path = url.replace(/^\/v1/, '');
  const call = calls.find((other) => other.api === api && other.operation.path === path);
  if (!call) throw new Error(`the ${api} document has no path ${path}`);
  return call;
}

/** The documented response to a request at a path. */
export const documented = (url: string, api: Api = 'device'): JsonObject =>
  exampleResponse(callAt(url, api)) as JsonObject;

function expectBody(body: JsonValue, { operation }: Call): void {
  expect(checker.check(operation.request.schema, body), operation.id).toBeUndefined();
}

/**
 * Holds a request to the document: method, headers with their credential, body.
 * @returns the body
 */
export function expectCall(request: ApiRequest, api: Api = 'device'): JsonObject {
  const call = callAt(request.url, api);
  expect(request.method).toBe('POST');
  expect(request.headers).toMatchObject(expectedHeaders(call.operation));
  const body = JSON.parse(request.body.toString('utf8')) as JsonObject;
  expectBody(body, call);
  return body;
}

/** The operation of a topic that a device publishes to. */
function callOn(topic: string, deviceId: string): Call {
  const call = calls.find(
    ({ operation }) => operation.mqtt?.publish.replace('{deviceId}', deviceId) === topic,
  );
  if (!call) throw new Error(`no document has the topic ${topic}`);
  return call;
}

/**
 * Holds a published message to the document.
 * @returns its body
 */
export function expectPublished(topic: string, payload: string, deviceId: string): JsonObject {
  const body = JSON.parse(payload) as JsonObject;
  expectBody(body, callOn(topic, deviceId));
  if (body.reqId !== undefined) expect(body.reqId).toMatch(/^.{1,36}$/);
  return body;
}

/** The documented response to a published message, with its request id. */
export function documentedOn(topic: string, payload: string, deviceId: string): JsonObject {
  const response = exampleResponse(callOn(topic, deviceId)) as JsonObject;
  const { reqId } = JSON.parse(payload) as JsonObject;
  return { ...response, reqId: reqId ?? 'made-by-the-platform' };
}

/** The documented example of what the platform pushes on a topic. @param suffix such as `commands` */
export function pushed(suffix: string): JsonObject {
  const message = documents.device.mqtt?.pushed.find(({ topic }) => topic.endsWith(`/${suffix}`));
  if (!message) throw new Error(`nothing is pushed on ${suffix}`);
  return message.example as JsonObject;
}
