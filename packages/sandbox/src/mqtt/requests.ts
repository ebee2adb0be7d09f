import { schemaFields, type ApiDocument, type Operation } from '@anedya-docs/openapi-model';

/** A call that a device makes by publishing. Topics are those below the device's prefix. */
export interface MqttRequest {
  /** Topic that the request is published to: `submitdata/json`. */
  readonly topic: string;
  readonly operationId: string;
  /** Where the answer goes, and where it goes when the call is refused. */
  readonly answerTopic: string;
  readonly errorTopic: string;
  /** Whether `success`, `error` and the code stand in the answer, and what the code is called. */
  readonly hasEnvelope: boolean;
  readonly codeField: CodeField;
  /** What it is called when the operation fails: both names for a rejected bind. */
  readonly failureCodeFields: readonly CodeField[];
}

type CodeField = 'errorcode' | 'errcode';

const codeFields = ['errorcode', 'errcode'] as const;

/** Topics of the answers, where an operation names none. */
export const answerTopics = { answerTopic: 'response', errorTopic: 'errors' } as const;

function requestOf(operation: Operation, prefix: string): MqttRequest[] {
  const { id, mqtt, answers } = operation;
  if (!mqtt) return [];
  const below = (topic: string) => topic.slice(prefix.length);
  const [answerTopic, errorTopic] = mqtt.answers.map(below);
  const namesIn = (status: string) => {
    const answer = answers.find((each) => each.status === status);
    return new Set(schemaFields(answer?.schema ?? {}).map(({ name }) => name));
  };
  const names = namesIn('200');
  const failureNames = namesIn('4XX');
  return [
    {
      topic: below(mqtt.publish),
      operationId: id,
      answerTopic: answerTopic ?? answerTopics.answerTopic,
      errorTopic: errorTopic ?? answerTopics.errorTopic,
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
  const requests = document.operations.flatMap((operation) => requestOf(operation, prefix));
  return new Map(requests.map((request) => [request.topic, request]));
}
