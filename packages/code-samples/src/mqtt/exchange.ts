import type { MqttFacts } from '@anedya-docs/openapi-model';
import { isTypedNumber, type ExactValue } from '@anedya-docs/openapi-model/typed-number';
import { isReaderId, withComputed } from '../reader-id.ts';
import { isRelativeTime } from '../relative-time.ts';
import type { MqttExchange, SampleObject, SampleOperation, SampleValue } from '../types.ts';

const PLACEHOLDER = '{deviceId}';

/** Replaces `{deviceId}` in a topic with `device`, and escapes the constant parts with `constant`. */
export function topicWith(
  topic: string,
  device: string,
  constant: (text: string) => string,
): string {
  return topic.split(PLACEHOLDER).map(constant).join(device);
}

/** Maximum length of a `reqId`; the platform truncates a longer one. */
const REQ_ID_LENGTH = 36;

const isObject = (body: SampleValue): body is SampleObject =>
  typeof body === 'object' &&
  body !== null &&
  !Array.isArray(body) &&
  !isTypedNumber(body) &&
  !isRelativeTime(body) &&
  !isReaderId(body);

function withRequestId(body: SampleValue): SampleObject {
  const fields = isObject(body) ? body : {};
  const { reqId: given, ...others } = fields;
  const reqId = typeof given === 'string' && given !== '' ? given : 'req-0001';
  return { reqId: reqId.slice(0, REQ_ID_LENGTH), ...others };
}

/** The `reqId` of a message. */
export const requestIdOf = ({ body: { reqId } }: MqttExchange): string =>
  typeof reqId === 'string' ? reqId : '';

/**
 * Returns the MQTT form of a device operation, or `undefined` when it has none. Puts `reqId` first and adds it to a body
 * without one, because responses are matched by it.
 *
 * @param options.host replaces the host of the platform's broker
 * @param options.port replaces its TLS port
 * @param options.caFile path of the root certificate; default `anedya-root-ca-3.pem`
 * @param options.body replaces the operation's example; must be an object
 */
export function mqttExchange(
  operation: SampleOperation,
  facts: Pick<MqttFacts, 'host' | 'ports'>,
  options: {
    readonly host?: string;
    readonly port?: number;
    readonly caFile?: string;
    readonly body?: ExactValue;
  } = {},
): MqttExchange | undefined {
  if (operation.mqtt === undefined) return undefined;
  const { schema, example } = operation.request;
  const { host = facts.host, port = facts.ports.tls, caFile = 'anedya-root-ca-3.pem' } = options;
  return {
    host,
    port,
    caFile,
    publish: operation.mqtt.publish,
    responseTopics: operation.mqtt.responseTopics,
    body: withRequestId(withComputed(schema, options.body ?? example)),
  };
}
