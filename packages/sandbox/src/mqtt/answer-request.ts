import { nearest } from '@anedya-docs/openapi-model/fields';
import { keptCharacters, splitRequestId } from '../core/api/kept-request-id.ts';
import type { JsonObject } from '../core/context.ts';
import type { Ids } from '../core/ids.ts';
import { storeFailure } from '../core/store-failure.ts';
import type { CallOutcome, CallRefusal, DeviceCalls, DeviceSession } from './device-calls.ts';
import { reasons, type Reason } from './reason.ts';
import { readRequestBody } from './request-body.ts';
import { droppedAbove, readRequestId, type RequestId } from './request-id.ts';
import { answerTopics, type MqttRequest } from './requests.ts';

/** What answering takes. */
export interface Answering {
  readonly calls: DeviceCalls;
  readonly requests: ReadonlyMap<string, MqttRequest>;
  readonly ids: Ids;
  /** Told of faults that are none of the client's. */
  readonly report: (error: unknown) => void;
}

/** A message that a device published. */
export interface IncomingRequest {
  /** Topic below the device's prefix; nothing for topics of others. */
  readonly topic: string | undefined;
  readonly payload: Buffer;
  /** Why it is refused already, if it is. */
  readonly refusal?: DeliveredRefusal;
}

/** A refusal, and what the acknowledgement says of it. */
export interface DeliveredRefusal {
  readonly reason: Reason;
  readonly message: string;
}

export interface RequestAnswer {
  /** Reason of the acknowledgement. */
  readonly reason: Reason;
  /** What was wrong with the message itself. */
  readonly message?: string;
  /** What is published for the device; nothing when the message is dropped. */
  readonly answer?: { readonly topic: string; readonly body: JsonObject };
}

/** Code of refusals that no document gives a number. */
const unnamedCode = 1;

/** How a message fails that no operation takes. */
const unknownRequest = { ...answerTopics, failureCodeFields: ['errorcode'] } as const;

/** Answers one message of a device. It never throws: what cannot be answered is reported. */
export async function answerRequest(
  parts: Answering,
  session: DeviceSession,
  { topic, payload, refusal }: IncomingRequest,
): Promise<RequestAnswer> {
  const read = readRequestBody(payload);
  const { sent, rest: body } = splitRequestId(typeof read === 'string' ? {} : read);
  const id = readRequestId(sent);
  if (id.kind === 'tooLong') {
    const message = `A message whose reqId has more than ${droppedAbove} characters is dropped. Keep it to ${keptCharacters}.`;
    return { reason: reasons.implementationSpecific, message };
  }
  const reqId = id.kind === 'given' ? id.reqId : parts.ids.uuid();
  const request = topic === undefined ? undefined : parts.requests.get(topic);
  const early = refusal ?? unknownTopic(parts, topic, request);
  if (early ?? !request) {
    const failed = { code: unnamedCode, message: early?.message ?? '' };
    return {
      ...early,
      ...failure(reqId, failed, request),
      reason: early?.reason ?? reasons.success,
    };
  }
  const fault = typeof read === 'string' ? read : idFault(id);
  const outcome =
    fault === undefined
      ? await call(parts, session, request.operationId, body)
      : { refused: { code: unnamedCode, message: fault } };
  if ('refused' in outcome) {
    return { reason: reasons.success, ...failure(reqId, outcome.refused, request) };
  }
  const { hasEnvelope, codeField, answerTopic } = request;
  const envelope: JsonObject = hasEnvelope ? { success: true, error: '', [codeField]: 0 } : {};
  const answer = { topic: answerTopic, body: { reqId, ...envelope, ...outcome.ok } };
  return { reason: reasons.success, answer };
}

const idFault = ({ kind }: RequestId) =>
  kind === 'notText' ? 'reqId has to be a string.' : undefined;

function unknownTopic(
  { requests }: Answering,
  topic: string | undefined,
  request: MqttRequest | undefined,
): DeliveredRefusal | undefined {
  if (request || topic === undefined) return undefined;
  const asked = topic.slice(0, 100);
  const [meant] = nearest(asked, requests.keys(), 1);
  const advice =
    meant === undefined ? 'See the list of topics to publish to.' : `Did you mean "${meant}"?`;
  const message = `No request is published to "${asked}". ${advice}`;
  return { reason: reasons.topicNameInvalid, message };
}

async function call(
  { calls, report }: Answering,
  session: DeviceSession,
  operationId: string,
  body: JsonObject,
): Promise<CallOutcome> {
  try {
    return await calls.call(session, operationId, body);
  } catch (error) {
    const known = storeFailure(error);
    if (!known) report(error);
    const otherwise = 'The sandbox failed to make this call. Nothing was written; try again.';
    return { refused: { code: unnamedCode, message: known?.message ?? otherwise } };
  }
}

function failure(
  reqId: string,
  { code, message }: CallRefusal,
  request: MqttRequest | undefined,
): Pick<RequestAnswer, 'answer'> {
  const { errorTopic, failureCodeFields } = request ?? unknownRequest;
  const codes = Object.fromEntries(failureCodeFields.map((name) => [name, code]));
  const body = { reqId, success: false, error: message, ...codes };
  return { answer: { topic: errorTopic, body } };
}
