import type { Operation } from '@anedya-docs/openapi-model';
import { inlineCode } from '../markdown';
import { unconfirmedNotice } from '../mdx';

function topicRow(label: string, topic: string): string {
  return `- ${label}: ${inlineCode(topic)}`;
}

/** Topics of a call that devices can also make over MQTT, what differs, and programs; empty for any other call. */
export function mqttSection({ mqtt }: Operation): string {
  if (!mqtt) return '';
  return [
    '## MQTT',
    `Publish the same body over MQTT. \`{deviceId}\` is the UUID of the device. How to connect: [MQTT endpoints](/device/mqtt-endpoints/).`,
    [
      topicRow('Publish', mqtt.publish),
      ...mqtt.answers.map((topic) => topicRow('Subscribe', topic)),
    ].join('\n'),
    mqtt.provisional === undefined ? '' : unconfirmedNotice(mqtt.provisional),
    mqtt.differences.map((difference) => `- ${difference}`).join('\n'),
    '<Samples group="mqtt" tabs={samples.mqtt} />',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}
