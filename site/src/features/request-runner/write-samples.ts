import {
  languagesOf,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import type { ExactValue, TypedNumber } from '@anedya-docs/openapi-model/typed-number';
import { bodyWithValues, exampleTimestamp, mapBody } from '@anedya-docs/openapi-model/values';
import type { LanguageFn } from 'highlight.js';
import { createHighlighter } from '../../../content/highlight/highlighter';
import type { TabData } from '@site/src/features/samples';
import { offeredServers, sandboxCaFile } from '@site/src/features/sandbox-project';
import { valuesInUse } from '@site/src/features/values';
import type { OperationData } from '../../requests/operation';
import { chosenServer, serverChoices } from '../../requests/servers';

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** Syntax grammars of the sample languages. A grammar loads when its language is shown. */
const loaders: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
};

/**
 * Loads the grammars of these languages. A grammar that cannot be loaded is left out: programs are readable without colors.
 */
async function loadGrammars(
  languages: readonly string[],
): Promise<Readonly<Record<string, LanguageFn>>> {
  const found = await Promise.all(
    languages.map(async (language) => {
      const grammar = await loaders[language]?.().catch(() => undefined);
      return grammar ? [[language, grammar.default] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Program ids by tab group. */
type SelectedPrograms = Readonly<Record<'http' | 'mqtt', string | undefined>>;

interface SampleSettings {
  /** Base URL of the server. */
  readonly server: string;
  readonly body: ExactValue;
  /**
   * Time that the form computed its timestamps from (`x-from-now`), in milliseconds since 1970; undefined if it has not
   * computed any.
   */
  readonly filledAt?: number | undefined;
  /** Ids of the selected programs; by default the first ones. Others are highlighted when they are selected. */
  readonly chosen: SelectedPrograms;
  /** Broker that replaces the documented one, with the certificate file that its clients trust. */
  readonly broker?: { readonly host: string; readonly tls: number | undefined };
}

/** Grammar of the visible program. */
function grammarOf(
  programs: readonly (Language | MqttClient)[],
  chosen: string | undefined,
): string {
  return (programs.find(({ id }) => id === chosen) ?? programs[0])?.highlight ?? '';
}

/**
 * Replaces timestamps that the form computed with the examples of the document, so that programs compute them again. A
 * timestamp that the reader changed is unchanged.
 * @param filledAt see {@link SampleSettings}
 */
export function withExampleTimestamps(
  schema: Schema,
  body: ExactValue,
  filledAt: number | undefined,
): ExactValue {
  return mapBody<JsonValue, TypedNumber>(schema, body, (part, value) =>
    part.examples?.find((example) => exampleTimestamp(part, example, filledAt) === value),
  );
}

/**
 * Programs of an operation with the reader's server and body, by tab group. They contain no credentials: programs read them
 * from the environment.
 */
export async function writeSamples(
  operation: OperationData,
  { server, chosen, broker, ...settings }: SampleSettings,
): Promise<Readonly<Record<string, readonly TabData[]>>> {
  const body = withExampleTimestamps(operation.request.schema, settings.body, settings.filledAt);
  const languages = languagesOf(operation);
  const shown = [grammarOf(languages, chosen.http), grammarOf(mqttClients, chosen.mqtt)];
  const grammars = await loadGrammars([...new Set(shown)]);
  const highlight = createHighlighter(grammars);
  const tab = ({ id, label, file, highlight: name }: Language | MqttClient, source: string) => {
    const language = Object.hasOwn(grammars, name) ? name : 'text';
    return {
      id,
      label,
      title: file,
      language: name,
      html: highlight(source.replace(/\n$/, ''), language),
    };
  };
  const request = sampleRequest(operation, { baseUrl: server, body });
  const exchange =
    operation.broker &&
    mqttExchange(operation, operation.broker, {
      body,
      ...(broker?.tls !== undefined && {
        host: broker.host,
        port: broker.tls,
        caFile: sandboxCaFile,
      }),
    });
  return {
    http: languages.map((language) => tab(language, language.render(request))),
    ...(exchange && { mqtt: mqttClients.map((client) => tab(client, client.render(exchange))) }),
  };
}

type Samples = Readonly<Record<string, readonly TabData[]>>;

/**
 * Programs that send the example of an operation to the server in use, with the ids of the reader's sandbox project or their
 * own values. Programs compute timestamps at run time. Undefined when there are no values.
 */
export async function ownSamples(
  operation: OperationData,
  chosen: SelectedPrograms,
): Promise<Samples> {
  const { schema, example } = operation.request;
  const { examples, addresses } = valuesInUse();
  const hasIds = examples['node id'] !== undefined || examples['device id'] !== undefined;
  if (!addresses && !hasIds) return {};
  const offered = addresses ? offeredServers(operation) : serverChoices(operation.servers);
  return writeSamples(operation, {
    server: chosenServer(operation.api, offered),
    body: bodyWithValues(schema, example, examples),
    chosen,
    ...(addresses && { broker: addresses.broker }),
  });
}
