import { bodyViolation, type JsonValue, type Operation } from '@anedya-docs/openapi-model';
import type { Caller, JsonObject } from '../../src/core/context.ts';
import { documentedCalls } from './documented-calls.ts';
import type { TestSandbox } from './sandbox.ts';

let operations: Promise<ReadonlyMap<string, Operation>> | undefined;

/** A documented operation by its key: `platform/commands-send`. Both documents are read once. */
export async function operationOf(key: string): Promise<Operation> {
  operations ??= documentedCalls().then(
    (calls) => new Map(calls.map(({ id, operation }) => [id, operation])),
  );
  const operation = (await operations).get(key);
  if (!operation) throw new Error(`no document has the operation "${key}"`);
  return operation;
}

/** Envelope of a success, with the fields that the example of the operation has. */
function envelope({ responses: [answer] }: Operation): JsonObject {
  const example = answer?.examples[0]?.value as JsonObject;
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

/** What the fields of an answer break of the document, as text; nothing when they fit. */
export async function answerFault(key: string, fields: JsonValue): Promise<string | undefined> {
  const operation = await operationOf(key);
  const schema = operation.responses[0]?.schema;
  if (!schema) throw new Error(`"${key}" has no answer`);
  const fault = bodyViolation(schema, { ...envelope(operation), ...(fields as JsonObject) });
  return fault && `answer of ${key}: ${fault.path.join('.')} ${fault.reason}`;
}

/** What a request breaks of the document, as text; nothing when it fits. */
export async function requestFault(key: string, body: JsonObject): Promise<string | undefined> {
  const fault = bodyViolation((await operationOf(key)).request.schema, body);
  return fault && `request of ${key}: ${fault.path.join('.')} ${fault.reason}`;
}

/**
 * Makes a call whose request and answer both fit the document.
 * @throws CallError when the call is refused
 * @throws Error that names what does not fit
 */
export async function callAsDocumented(
  sandbox: TestSandbox,
  projectId: string,
  key: string,
  body: JsonObject,
  caller?: Caller,
): Promise<JsonObject> {
  const wrong = await requestFault(key, body);
  if (wrong !== undefined) throw new Error(wrong);
  const answer = await sandbox.call(projectId, key, body, caller);
  const fault = await answerFault(key, answer);
  if (fault !== undefined) throw new Error(fault);
  return answer;
}
