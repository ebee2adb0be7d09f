import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { MqttFacts } from '../../src/mqtt-console/facts';
import type { ApiPlace } from './documents';
import { plainText } from './plain-text';

/** Folder below the site's static files with the topics of an API, which the MQTT console fetches. */
export const topicsFolder = 'topics';

/** What the MQTT console knows of an API: its topics, and the calls behind them; nothing for an API without MQTT. */
export function mqttData(
  place: ApiPlace,
  { mqtt, operations }: Pick<ApiDocument, 'mqtt' | 'operations'>,
): MqttFacts | undefined {
  if (!mqtt) return undefined;
  return {
    topicPrefix: mqtt.topicPrefix,
    subscribe: mqtt.subscribe.map(({ topic, purpose }) => ({ topic, purpose: plainText(purpose) })),
    calls: operations.flatMap(({ id, title, mqtt: binding }) =>
      binding
        ? [
            {
              id,
              title,
              topic: binding.publish,
              page: `/${place.folder}/${id}/`,
              isProvisional: binding.provisional !== undefined,
            },
          ]
        : [],
    ),
  };
}
