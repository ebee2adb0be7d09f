import {
  languages,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { MqttFacts, Operation } from '@anedya-docs/openapi-model';
import { grammars } from '../../highlight/grammars';
import { createHighlighter } from '../../highlight/highlighter';

/** One program as `src/components/Samples` takes it. */
export interface SampleTab {
  readonly id: string;
  readonly label: string;
  /** Name of the file, which is also the title of the block. */
  readonly title: string;
  readonly language: string;
  /** Highlighted source. */
  readonly html: string;
}

/** Programs of a call, per group of tabs. */
export interface CallSamples {
  readonly http: readonly SampleTab[];
  /** Empty for a call that has no MQTT form. */
  readonly mqtt: readonly SampleTab[];
}

const highlight = createHighlighter(grammars);

function tab({ id, label, file, highlight: language }: Language | MqttClient, source: string) {
  const html = highlight(source.replace(/\n$/, ''), language);
  return { id, label, title: file, language, html };
}

/**
 * The call as complete programs. They go into a file of data beside the page: as fences they would be two thirds of its
 * Markdown, and parsing that took longer than everything else about the page.
 */
export function callSamples(operation: Operation, facts: MqttFacts | undefined): CallSamples {
  const request = sampleRequest(operation);
  const exchange = facts && mqttExchange(operation, facts);
  return {
    http: languages.map((language) => tab(language, language.render(request))),
    mqtt: exchange ? mqttClients.map((client) => tab(client, client.render(exchange))) : [],
  };
}
