import { schemaFields, type ApiDocument, type Operation } from '@anedya-docs/openapi-model';

/** A call that a device makes by publishing. Topics are those below the device's prefix. */
export interface MqttRequest {
  /** Topic that the request is published to: `submitdata/json`. */
  readonly topic: string;
  readonly operationId: string;
  /** Where the response goes, and where it goes when the call is rejected. */
  readonly responseTopic: string;
  readonly errorTopic: string;
  /** Whether the response has `success`, `error` and the code, and the name of the code. */
  readonly hasEnvelope: boolean;
  readonly codeField: CodeField;
  /** What it is called when the operation fails: both names for a rejected bind. */
  readonly failureCodeFields: readonly CodeField[];
}

type CodeField = 'errorcode' | 'errcode';

const codeFields = ['errorcode', 'errcode'] as const;

/** Response topics, where an operation names none. */
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
 * Requests by their topics.
 * @param document of the Device API: each operation with `x-mqtt` is a request
 */
export function requestsByTopic(document: ApiDocument): ReadonlyMap<string, MqttRequest> {
  const prefix = document.mqtt?.topicPrefix ?? '';
  const requests = document.allOperations.flatMap((operation) => requestOf(operation, prefix));
  return new Map(requests.map((request) => [request.topic, request]));
}
