import {
  languages,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { MqttFacts, Operation } from '@anedya-docs/openapi-model';
import type { RootContent } from 'mdast';
import { fence } from '../api-reference/markdown';

interface Program {
  readonly target: Language | MqttClient;
  readonly source: string;
}

type Group = 'http' | 'mqtt';

/** Programs that send the request of an operation, by group. */
function programs(operation: Operation, facts: MqttFacts | undefined): Record<Group, Program[]> {
  const request = sampleRequest(operation);
  const exchange = facts && mqttExchange(operation, facts);
  return {
    http: languages.map((target) => ({ target, source: target.render(request) })),
    mqtt: exchange
      ? mqttClients.map((target) => ({ target, source: target.render(exchange) }))
      : [],
  };
}

/** The first program of a group (curl or the Mosquitto clients), and a link to the others in `samples.md`. */
export function firstSample(operation: Operation, facts: MqttFacts | undefined) {
  const all = programs(operation, facts);
  return (group: string): RootContent[] => {
    const [first, ...others] = group === 'mqtt' ? all.mqtt : all.http;
    if (!first) return [];
    const labels = others.map(({ target }) => target.label).join(', ');
    return [
      { type: 'code', lang: first.target.highlight, value: first.source.replace(/\n$/, '') },
      {
        type: 'paragraph',
        children: [
          { type: 'text', value: 'The same program in other languages: ' },
          { type: 'link', url: 'samples.md', children: [{ type: 'text', value: labels }] },
          { type: 'text', value: '.' },
        ],
      },
    ];
  };
}

/** Markdown of all programs except the first of each group. */
export function otherSamples(operation: Operation, facts: MqttFacts | undefined): string {
  const { http, mqtt } = programs(operation, facts);
  const section = (suffix: string) => (program: Program) => {
    const { label, highlight } = program.target;
    return `## ${label}${suffix}\n\n${fence(highlight, '', program.source)}`;
  };
  return [...http.slice(1).map(section('')), ...mqtt.slice(1).map(section(' (MQTT)'))].join('\n\n');
}
