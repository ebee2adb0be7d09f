import { fillTemplate } from './fill-template.ts';
import type { Place } from './place.ts';
import type { MqttBinding, MqttFacts, ServerVariable } from './types.ts';

const text = (place: Place) => place.text ?? '';

/**
 * Reads `x-mqtt` of a document, when it is there.
 * @param variables those of the first server; the host may use them
 * @throws DocumentError for a variable of the host that the server does not declare
 */
export function readMqttFacts(
  place: Place,
  variables: readonly ServerVariable[],
): MqttFacts | undefined {
  if (place.value === undefined) return undefined;
  const topicPrefix = text(place.at('topicPrefix'));
  return {
    topicPrefix,
    host: fillTemplate(place.at('hosts'), variables),
    ports: place.at('ports').object as MqttFacts['ports'],
    webSocketPath: text(place.at('webSocketPath')),
    subscribe: place
      .at('subscribe')
      .items()
      .map((entry) => ({
        topic: `${topicPrefix}${text(entry.at('suffix'))}`,
        purpose: text(entry.at('purpose')),
      })),
    pushed: place
      .at('pushed')
      .items()
      .map((message) => ({
        topic: `${topicPrefix}${text(message.at('topic'))}`,
        description: text(message.at('description')),
        schema: message.at('schema').object,
        example: message.at('example').value ?? null,
      })),
  };
}

/**
 * Reads `x-mqtt` of an operation, when it is there.
 * @throws DocumentError when the document has no `x-mqtt` to take the prefix of topics from
 */
export function readMqttBinding(
  place: Place,
  facts: MqttFacts | undefined,
): MqttBinding | undefined {
  if (place.value === undefined) return undefined;
  if (!facts) throw place.error('x-mqtt needs the x-mqtt at the top of the document');
  return {
    publish: `${facts.topicPrefix}${text(place.at('publish'))}`,
    answers: place
      .at('answers')
      .items()
      .map((suffix) => `${facts.topicPrefix}${text(suffix)}`),
    differences: place.at('differences').items().map(text),
    provisional: place.at('provisional').text,
  };
}
