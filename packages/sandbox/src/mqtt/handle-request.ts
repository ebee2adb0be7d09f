import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { keptCharacters, keptRequestId, splitRequestId } from '../core/api/envelope.ts';
import { readJson } from '../core/api/read-json.ts';
import type { JsonObject } from '../core/context.ts';
import { storeFailure } from '../core/errors.ts';
import type { BrokerDeps } from './deps.ts';
import type { CallFailure, CallOutcome, DeviceSession } from './device-calls.ts';
import { type Reason, reasons } from './reason.ts';
import { type MqttRequest, responseTopics } from './requests.ts';

/**
 * Reads the payload of a request.
 * @returns the object, or what is wrong with the payload
 */
function readRequestBody(payload: Buffer): JsonObject | string {
  const read = readJson(payload, 'payload');
  if ('error' in read) return read.error;
  const { value } = read;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return 'The payload is JSON, but not an object. Send a JSON object.';
}

/** reference/device-api.md, 3.3: characters above which the whole message is dropped. */
const droppedAbove = 100;

type RequestId =
  | { readonly kind: 'given'; readonly reqId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'notText' };

/** Reads the request id of a message. An empty one is returned unchanged, because devices commonly send it. */
export function readRequestId(reqId: unknown): RequestId {
  if (reqId === undefined) return { kind: 'absent' };
  if (typeof reqId !== 'string') return { kind: 'notText' };
  if (Array.from(reqId).length > droppedAbove) return { kind: 'tooLong' };
  return { kind: 'given', reqId: keptRequestId(reqId) };
}

/** A message that a device published. */
interface IncomingRequest {
  /** Topic below the device's prefix; nothing for topics of others. */
  readonly topic: string | undefined;
  readonly payload: Buffer;
  /** Why it is already rejected, if it is. */
  readonly rejection?: Rejection;
}

/** A rejection, and the reason in its acknowledgement. */
export interface Rejection {
  readonly reason: Reason;
  readonly message: string;
}

interface RequestResult {
  /** Reason of the acknowledgement. */
  readonly reason: Reason;
  /** What was wrong with the message itself. */
  readonly message?: string;
  /** What is published for the device; nothing when the message is dropped. */
  readonly response?: { readonly topic: string; readonly body: JsonObject };
}

/** Code of rejections without a documented number. */
const unnamedCode = 1;

/** The error of a message on a topic without an operation. */
const unknownRequest = { ...responseTopics, failureCodeFields: ['errorcode'] } as const;

/** Handles one message of a device. It never throws: unexpected errors are reported. */
export async function handleRequest(
  deps: Pick<BrokerDeps, 'calls' | 'requests' | 'ids' | 'report'>,
  session: DeviceSession,
  { topic, payload, rejection }: IncomingRequest,
): Promise<RequestResult> {
  const read = readRequestBody(payload);
  const { sent, rest: body } = splitRequestId(typeof read === 'string' ? {} : read);
  const id = readRequestId(sent);
  if (id.kind === 'tooLong') {
    const message = `A message whose reqId has more than ${droppedAbove} characters is dropped. Keep it to ${keptCharacters}.`;
    return { reason: reasons.implementationSpecific, message };
  }
  const reqId = id.kind === 'given' ? id.reqId : deps.ids.uuid();
  const request = topic === undefined ? undefined : deps.requests.get(topic);
  const early = rejection ?? unknownTopic(deps, topic, request);
  if (early ?? !request) {
    const failed = { code: unnamedCode, message: early?.message ?? '' };
    return {
      ...early,
      ...failure(reqId, failed, request),
      reason: early?.reason ?? reasons.success,
    };
  }
  const error = typeof read === 'string' ? read : requestIdError(id);
  const outcome =
    error === undefined
      ? await call(deps, session, request.operationId, body)
      : { rejected: { code: unnamedCode, message: error } };
  if ('rejected' in outcome) {
    return { reason: reasons.success, ...failure(reqId, outcome.rejected, request) };
  }
  const { hasEnvelope, codeField, responseTopic } = request;
  const envelope: JsonObject = hasEnvelope ? { success: true, error: '', [codeField]: 0 } : {};
  const response = { topic: responseTopic, body: { reqId, ...envelope, ...outcome.ok } };
  return { reason: reasons.success, response };
}

const requestIdError = ({ kind }: RequestId) =>
  kind === 'notText' ? 'reqId has to be a string.' : undefined;

function unknownTopic(
  { requests }: Pick<BrokerDeps, 'requests'>,
  topic: string | undefined,
  request: MqttRequest | undefined,
): Rejection | undefined {
  if (request || topic === undefined) return undefined;
  const asked = topic.slice(0, 100);
  const [meant] = similarNames(asked, requests.keys(), 1);
  const advice =
    meant === undefined ? 'See the list of topics to publish to.' : `Did you mean "${meant}"?`;
  const message = `No request is published to "${asked}". ${advice}`;
  return { reason: reasons.topicNameInvalid, message };
}

async function call(
  { calls, report }: Pick<BrokerDeps, 'calls' | 'report'>,
  session: DeviceSession,
  operationId: string,
  body: JsonObject,
): Promise<CallOutcome> {
  try {
    return await calls.call(session, operationId, body);
  } catch (error) {
    const known = storeFailure(error);
    if (!known) report(error);
    const otherwise = 'The sandbox failed to process this request. Nothing was written; try again.';
    return { rejected: { code: unnamedCode, message: known?.message ?? otherwise } };
  }
}

function failure(
  reqId: string,
  { code, message }: CallFailure,
  request: MqttRequest | undefined,
): Pick<RequestResult, 'response'> {
  const { errorTopic, failureCodeFields } = request ?? unknownRequest;
  const codes = Object.fromEntries(failureCodeFields.map((name) => [name, code]));
  const body = { reqId, success: false, error: message, ...codes };
  return { response: { topic: errorTopic, body } };
}
