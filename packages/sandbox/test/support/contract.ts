import { bodyViolation, type JsonValue, type Operation } from '@anedya-docs/openapi-model';
import type { Principal, JsonObject } from '../../src/core/context.ts';
import { documentedOperations } from './documented-operations.ts';
import type { TestSandbox } from './sandbox.ts';

let operations: Promise<ReadonlyMap<string, Operation>> | undefined;

/** A documented operation by its key: `platform/commands-send`. Both documents are read once. */
export async function operationOf(key: string): Promise<Operation> {
  operations ??= documentedOperations().then(
    (documented) => new Map(documented.map(({ id, operation }) => [id, operation])),
  );
  const operation = (await operations).get(key);
  if (!operation) throw new Error(`no document has the operation "${key}"`);
  return operation;
}

/** Envelope of a success, with the fields that the example of the operation has. */
function envelope({ responses: [response] }: Operation): JsonObject {
  const example = response?.examples[0]?.value as JsonObject;
  const success = {
    reqId: 'req-1',
    success: true,
    error: '',
    errorcode: 0,
    errcode: 0,
    reasonCode: 'generic::ok',
  };
  return Object.fromEntries(Object.entries(success).filter(([name]) => name in example));
}

/** How the fields of a response violate the document; nothing if they are valid. */
export async function responseViolation(
  key: string,
  fields: JsonValue,
): Promise<string | undefined> {
  const operation = await operationOf(key);
  const schema = operation.responses[0]?.schema;
  if (!schema) throw new Error(`"${key}" has no response`);
  const violation = bodyViolation(schema, { ...envelope(operation), ...(fields as JsonObject) });
  return violation && `response of ${key}: ${violation.path.join('.')} ${violation.reason}`;
}

/** What a request breaks of the document, as text; nothing when it fits. */
export async function requestViolation(key: string, body: JsonObject): Promise<string | undefined> {
  const violation = bodyViolation((await operationOf(key)).request.schema, body);
  return violation && `request of ${key}: ${violation.path.join('.')} ${violation.reason}`;
}

/**
 * Sends a request; both it and its response must match the document.
 * @throws RequestError when the request is rejected
 * @throws Error that names what does not fit
 */
export async function requestAsDocumented(
  sandbox: TestSandbox,
  projectId: string,
  key: string,
  body: JsonObject,
  principal?: Principal,
): Promise<JsonObject> {
  const wrong = await requestViolation(key, body);
  if (wrong !== undefined) throw new Error(wrong);
  const response = await sandbox.request(projectId, key, body, principal);
  const violation = await responseViolation(key, response);
  if (violation !== undefined) throw new Error(violation);
  return response;
}
