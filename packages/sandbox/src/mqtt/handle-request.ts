import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { keptCharacters, keptRequestId, sentRequestId } from '../core/api/envelope.ts';
import { readJson } from '../core/api/read-json.ts';
import type { JsonObject } from '../core/context.ts';
import { RequestError, storeFailure } from '../core/errors.ts';
import type { BrokerDeps } from './deps.ts';
import type { RequestFailure, RequestOutcome, DeviceSession } from './device-api.ts';
import { type Reason, reasons } from './reason.ts';
import { type MqttRequest, responseTopics } from './requests.ts';

/**
 * Parses the payload of a request.
 * @returns the object, or an error message
 */
export function readRequestBody(payload: Buffer): JsonObject | string {
  const read = readJson(payload, 'payload');
  if ('error' in read) return read.error;
  const { value } = read;
  if (isJsonObject(value)) return value;
  return 'The payload is not a JSON object. Send a JSON object.';
}

/** specs/facts/device-api.md, 3.3: a message with a longer request id, in characters, is dropped. */
const droppedAbove = 100;

type RequestId =
  | { readonly kind: 'given'; readonly reqId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'notText' };

/** Reads the request id of a message. It keeps an empty one, because devices commonly send it. */
export function readRequestId(reqId: unknown): RequestId {
  if (reqId === undefined) return { kind: 'absent' };
  if (typeof reqId !== 'string') return { kind: 'notText' };
  if (Array.from(reqId).length > droppedAbove) return { kind: 'tooLong' };
  return { kind: 'given', reqId: keptRequestId(reqId) };
}

/** A message that a device published. */
interface IncomingRequest {
  /** Topic below the device's prefix; undefined for topics of other devices. */
  readonly topic: string | undefined;
  readonly payload: Buffer;
  readonly isRetained?: boolean;
  /** Set if the message is already rejected. */
  readonly rejection?: Rejection;
}

/** A rejection with the reason code of its acknowledgment. */
export interface Rejection {
  readonly reason: Reason;
  readonly message: string;
}

interface RequestResult {
  /** Reason code of the acknowledgment. */
  readonly reason: Reason;
  /** Error in the message itself. */
  readonly message?: string;
  /** Response to publish to the device; undefined if the message is dropped. */
  readonly response?: Published;
  /** What is probably a mistake in an accepted request, for the topic of errors. */
  readonly warning?: Published;
}

/** A message for the device. */
interface Published {
  /** Topic below the device's prefix. */
  readonly topic: string;
  readonly body: JsonObject;
}

/** Error code of rejections without a documented number. */
const unnamedCode = 1;

const retainedHint =
  'The sandbox does not store retained messages. Publish without the retain flag; to keep a value, use the value store.';

/** Error for a topic without an operation. */
const unknownRequest = { ...responseTopics, failureCodeFields: ['errorcode'] } as const;

type RequestDeps = Pick<BrokerDeps, 'deviceApi' | 'requests' | 'ids' | 'report'>;

/**
 * Handles a message of a device when it is its client's turn. It never throws: unexpected errors are reported.
 * @param client key that limits count the client under
 */
export async function handleRequest(
  deps: RequestDeps,
  session: DeviceSession,
  incoming: IncomingRequest,
  client: string,
): Promise<RequestResult> {
  const { topic, rejection } = incoming;
  const request = topic === undefined ? undefined : deps.requests.get(topic);
  const handle = () => respondTo(deps, session, incoming, request);
  const { inTurn } = deps.deviceApi;
  if (!inTurn || !request || rejection) return handle();
  try {
    // Its payload is parsed only then, so that waiting messages take little memory.
    return await inTurn(client, request.operationId, handle);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const tooBusy = { reason: reasons.quotaExceeded, message: error.message };
    return respondTo(deps, session, { ...incoming, rejection: tooBusy }, request);
  }
}

async function respondTo(
  deps: RequestDeps,
  session: DeviceSession,
  { topic, payload, isRetained = false, rejection }: IncomingRequest,
  request: MqttRequest | undefined,
): Promise<RequestResult> {
  const read = readRequestBody(payload);
  const id = readRequestId(sentRequestId(read));
  if (id.kind === 'tooLong') {
    const message = `The message was dropped because its reqId has more than ${droppedAbove} characters. Use at most ${keptCharacters}.`;
    return { reason: reasons.implementationSpecific, message };
  }
  const reqId = id.kind === 'given' ? id.reqId : deps.ids.uuid();
  const isUnknown = !request && topic !== undefined;
  const early = rejection ?? (isUnknown ? unknownTopic(deps, topic) : undefined);
  if (early ?? !request) {
    const failed = { code: unnamedCode, message: early?.message ?? '' };
    return {
      ...early,
      ...failure(reqId, failed, request),
      reason: early?.reason ?? reasons.success,
    };
  }
  const body = id.kind === 'notText' ? 'reqId must be a string.' : read;
  const outcome =
    typeof body === 'string'
      ? { rejected: { code: unnamedCode, message: body } }
      : await perform(deps, session, request.operationId, body);
  if ('rejected' in outcome) {
    return { reason: reasons.success, ...failure(reqId, outcome.rejected, request) };
  }
  const { hasEnvelope, codeField, responseTopic, errorTopic } = request;
  const envelope: JsonObject = hasEnvelope ? { success: true, error: '', [codeField]: 0 } : {};
  const response = { topic: responseTopic, body: { reqId, ...envelope, ...outcome.ok } };
  const hints = [...(outcome.hints ?? []), ...(isRetained ? [retainedHint] : [])];
  if (hints.length === 0) return { reason: reasons.success, response };
  // Over HTTP, a header has them.
  const warning = { reqId, success: true, error: '', [codeField]: 0, warning: hints.join(' ') };
  return { reason: reasons.success, response, warning: { topic: errorTopic, body: warning } };
}

/**
 * Returns the rejection of a topic that is not a request, with the name that was probably meant.
 * @param topic below the prefix of the device
 */
export function unknownTopic({ requests }: Pick<BrokerDeps, 'requests'>, topic: string): Rejection {
  const requested = topic.slice(0, 100);
  // A format is often forgotten: `submitData` for `submitdata/json`.
  const completed = requested.includes('/json') ? requested : `${requested}/json`;
  const [suggestion] = [requested, completed].flatMap((name) =>
    similarNames(name, requests.keys(), 1),
  );
  const advice =
    suggestion === undefined
      ? 'See the list of topics that accept requests.'
      : `Did you mean "${suggestion}"?`;
  const message = `The topic "${requested}" does not accept requests. ${advice}`;
  return { reason: reasons.topicNameInvalid, message };
}

async function perform(
  { deviceApi, report }: Pick<BrokerDeps, 'deviceApi' | 'report'>,
  session: DeviceSession,
  operationId: string,
  body: JsonObject,
): Promise<RequestOutcome> {
  try {
    return await deviceApi.request(session, operationId, body);
  } catch (error) {
    const known = storeFailure(error);
    if (!known) report(error);
    const otherwise = 'Internal error of the sandbox. Nothing was written. Try again.';
    return { rejected: { code: unnamedCode, message: known?.message ?? otherwise } };
  }
}

function failure(
  reqId: string,
  { code, message }: RequestFailure,
  request: MqttRequest | undefined,
): Pick<RequestResult, 'response'> {
  const { errorTopic, failureCodeFields } = request ?? unknownRequest;
  const codes = Object.fromEntries(failureCodeFields.map((name) => [name, code]));
  const body = { reqId, success: false, error: message, ...codes };
  return { response: { topic: errorTopic, body } };
}
