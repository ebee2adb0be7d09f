import type { ApiDocument, Operation } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';

/** An operation that devices request by publishing a message. Topics omit the device's prefix. */
export interface MqttRequest {
  /** Topic of the request: `submitdata/json`. */
  readonly topic: string;
  readonly operationId: string;
  /** Topics of the response and of the error response. */
  readonly responseTopic: string;
  readonly errorTopic: string;
  /** Whether the response has `success`, `error` and the code, and the name of the code field. */
  readonly hasEnvelope: boolean;
  readonly codeField: CodeField;
  /** Names of the code field in an error response: a rejected bind has both. */
  readonly failureCodeFields: readonly CodeField[];
}

type CodeField = 'errorcode' | 'errcode';

const codeFields = ['errorcode', 'errcode'] as const;

/** Default response topics. */
export const responseTopics = { responseTopic: 'response', errorTopic: 'errors' } as const;

function requestOf(operation: Operation, prefix: string): MqttRequest[] {
  const { id, mqtt, responses } = operation;
  if (!mqtt) return [];
  const below = (topic: string) => topic.slice(prefix.length);
  const [responseTopic, errorTopic] = mqtt.responseTopics.map(below);
  const namesIn = (status: string) => {
    const response = responses.find((each) => each.status === status);
    return new Set(schemaFields(response?.schema ?? {}).map(({ name }) => name));
  };
  const names = namesIn('200');
  const failureNames = namesIn('4XX');
  return [
    {
      topic: below(mqtt.publish),
      operationId: id,
      responseTopic: responseTopic ?? responseTopics.responseTopic,
      errorTopic: errorTopic ?? responseTopics.errorTopic,
      hasEnvelope: names.has('success'),
      codeField: names.has('errcode') ? 'errcode' : 'errorcode',
      failureCodeFields: codeFields.filter((name) => failureNames.has(name)),
    },
  ];
}

/**
 * Returns the requests by topic.
 * @param document OpenAPI document of the Device API: each operation with `x-mqtt` and each message in `published` is a request
 */
export function requestsByTopic(document: ApiDocument): ReadonlyMap<string, MqttRequest> {
  const prefix = document.mqtt?.topicPrefix ?? '';
  const published = (document.mqtt?.published ?? []).map(({ operationId, topic }): MqttRequest => ({
    topic: topic.slice(prefix.length),
    operationId,
    ...responseTopics,
    hasEnvelope: true,
    codeField: 'errorcode',
    failureCodeFields: ['errorcode'],
  }));
  const requests = [
    ...document.allOperations.flatMap((operation) => requestOf(operation, prefix)),
    ...published,
  ];
  return new Map(requests.map((request) => [request.topic, request]));
}
