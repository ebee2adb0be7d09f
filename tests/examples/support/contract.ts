import { expect } from 'vitest';
import { SchemaChecker } from '../../../packages/openapi-model/src/schema-checker.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import {
  exampleResponse,
  documents,
  type Api,
  type SampleOperation,
} from '../../samples/support/operations.ts';
import { expectedHeaders } from '../../samples/support/expectation.ts';
import type { ApiRequest } from './api-server.ts';

export type JsonObject = Record<string, JsonValue>;

const checker = new SchemaChecker();

/** All operations, including those without a page. */
const operations: readonly SampleOperation[] = (['platform', 'device'] as const).flatMap((api) =>
  documents[api].allOperations.map((operation) => ({ api, operation })),
);

/** Finds the operation for a path. @param url with or without the prefix `/v1` */
function operationAt(url: string, api: Api): SampleOperation {
  const path = url.replace(/^\/v1/, '');
  const entry = operations.find((other) => other.api === api && other.operation.path === path);
  if (!entry) throw new Error(`the ${api} document has no path ${path}`);
  return entry;
}

/** The documented response to a request at a path. */
export const documented = (url: string, api: Api = 'device'): JsonObject =>
  exampleResponse(operationAt(url, api)) as JsonObject;

function expectBody(body: JsonValue, { operation }: SampleOperation): void {
  expect(checker.check(operation.request.schema, body), operation.id).toBeUndefined();
}

/**
 * Checks a request against the document: method, headers with the credential, and body.
 * @returns the body
 */
export function expectRequest(request: ApiRequest, api: Api = 'device'): JsonObject {
  const entry = operationAt(request.url, api);
  expect(request.method).toBe('POST');
  expect(request.headers).toMatchObject(expectedHeaders(entry.operation));
  const body = JSON.parse(request.body.toString('utf8')) as JsonObject;
  expectBody(body, entry);
  return body;
}

/** The operation of a topic that a device publishes to. */
function operationOn(topic: string, deviceId: string): SampleOperation {
  const entry = operations.find(
    ({ operation }) => operation.mqtt?.publish.replace('{deviceId}', deviceId) === topic,
  );
  if (!entry) throw new Error(`no document has the topic ${topic}`);
  return entry;
}

/**
 * Checks a published message against the document.
 * @returns its body
 */
export function expectPublished(topic: string, payload: string, deviceId: string): JsonObject {
  const body = JSON.parse(payload) as JsonObject;
  expectBody(body, operationOn(topic, deviceId));
  if (body.reqId !== undefined) expect(body.reqId).toMatch(/^.{1,36}$/);
  return body;
}

/** The documented response to a published message, with its request id. */
export function documentedOn(topic: string, payload: string, deviceId: string): JsonObject {
  const response = exampleResponse(operationOn(topic, deviceId)) as JsonObject;
  const { reqId } = JSON.parse(payload) as JsonObject;
  return { ...response, reqId: reqId ?? 'made-by-the-platform' };
}

/** The documented example of a message that the platform pushes on a topic. @param suffix such as `commands` */
export function pushed(suffix: string): JsonObject {
  const message = documents.device.mqtt?.pushed.find(({ topic }) => topic.endsWith(`/${suffix}`));
  if (!message) throw new Error(`nothing is pushed on ${suffix}`);
  return message.example as JsonObject;
}
