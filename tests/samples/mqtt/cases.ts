import {
  isReaderId,
  mqttExchange,
  type MqttClient,
  type MqttExchange,
  type SampleObject,
  type SampleValue,
} from '../../../packages/code-samples/src/index.ts';
import type { JsonValue, MqttBinding } from '../../../packages/openapi-model/src/types.ts';
import {
  exampleResponse,
  operations,
  documents,
  type SampleOperation,
} from '../support/operations.ts';
import { hostileOperations } from '../support/cases.ts';
import { hostileObject } from '../support/hostile.ts';
import type { Program } from '../toolchains/toolchain.ts';
import type { Message, Responder } from './broker.ts';

export type JsonObject = Record<string, JsonValue>;

/** A device operation over MQTT to run. */
export interface MqttCase extends Program {
  readonly name: string;
  readonly entry: SampleOperation;
  readonly binding: MqttBinding;
  readonly exchange: MqttExchange;
  /** Example of the operation, or the hostile body that replaces it; the program may add a request id. */
  readonly body: SampleObject;
  /** Device id of the program; no other program uses it. */
  readonly deviceId: string;
}

/** Address of the broker for a program. */
export interface Endpoint {
  readonly port: number;
  readonly caFile: string;
}

let devices = 0;

const newDevice = () => {
  devices += 1;
  return `00000000-0000-4000-8000-${devices.toString(16).padStart(12, '0')}`;
};

/** Topic of one device. */
export const topicOf = (topic: string, deviceId: string) =>
  topic.replaceAll('{deviceId}', deviceId);

export function mqttCase(
  client: MqttClient,
  { port, caFile }: Endpoint,
  entry: SampleOperation,
  purpose = 'operations',
  body = entry.operation.request.example as JsonObject,
): MqttCase {
  const { mqtt, id } = entry.operation;
  const facts = documents.device.mqtt;
  const options = { host: 'localhost', port, caFile, body };
  const exchange = facts && mqttExchange(entry.operation, facts, options);
  if (!mqtt || !exchange) throw new Error(`${id} has no form over MQTT`);
  const name = `${client.id}/${purpose}/${id}`;
  const program = { id: name.replaceAll(/\W/g, '_'), source: client.render(exchange) };
  const deviceId = newDevice();
  const own = ([field, value]: [string, SampleValue]) => [
    field,
    isReaderId(value) ? deviceId : value,
  ];
  const { reqId, ...fields } = Object.fromEntries(
    Object.entries(exchange.body).map(own),
  ) as SampleObject;
  const sent = body.reqId === undefined || reqId === undefined ? fields : { reqId, ...fields };
  return { ...program, name, entry, binding: mqtt, exchange, body: sent, deviceId };
}

/** Device operations that have an MQTT form. */
export const mqttOperations = operations.filter(({ operation }) => operation.mqtt !== undefined);

/** A request id with special characters of shells and JSON. */
const hostileRequestId = `it's "r" $x \\ %s 'ü'`;

/** Samples with hostile strings for the device operations in {@link hostileOperations}. */
export function hostileMqttCases(client: MqttClient, endpoint: Endpoint): MqttCase[] {
  return hostileOperations
    .filter(({ operation }) => operation.mqtt !== undefined)
    .map((entry) => {
      const hostile = hostileObject(entry.operation.request.example) as JsonObject;
      const body = { ...hostile, reqId: hostileRequestId };
      return mqttCase(client, endpoint, entry, 'hostile', body);
    });
}

const requestIdOf = ({ payload }: Message) => (JSON.parse(payload) as JsonObject).reqId ?? null;

/** The example response of an operation with the id of the request. @param changes other fields of the response */
export function responseTo(
  request: Message,
  { entry }: MqttCase,
  changes: JsonObject = {},
): JsonObject {
  const reqId = requestIdOf(request);
  return { ...(exampleResponse(entry) as JsonObject), ...changes, reqId };
}

/** Responds on the first topic of the operation, or on another one. */
export function respond(one: MqttCase, changes: JsonObject = {}, on = 0): Responder {
  const topic = topicOf(one.binding.responseTopics[on] ?? '', one.deviceId);
  return (request) => [{ topic, payload: JSON.stringify(responseTo(request, one, changes)) }];
}

/** The same, after a response to another client's request. */
export function respondAfterOther(one: MqttCase): Responder {
  const reply = respond(one);
  return (request) =>
    reply(request).flatMap((message) => [
      { ...message, payload: JSON.stringify({ reqId: 'other', success: false, errorcode: 1 }) },
      message,
    ]);
}
