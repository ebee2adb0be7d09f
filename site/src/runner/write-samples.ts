import {
  languages,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { bodyWithValues, exampleTimestamp, mapBody } from '@anedya-docs/openapi-model/values';
import type { LanguageFn } from 'highlight.js';
import { createHighlighter } from '../../plugins/highlight/highlighter';
import type { TabData } from '../components/Samples/tabs';
import { offeredServers } from '../sandbox/address';
import { sandboxCaFile } from '../sandbox/project-data';
import { valuesInUse } from '../values/in-use';
import type { Call } from './call';
import { chosenServer, serverChoices } from './servers';

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** Grammars of the languages that programs are written in; one loads when its language is looked at. */
const loaders: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
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

/** The grammars of these languages; one that cannot be fetched is left out, for a program is readable without. */
export async function loadGrammars(
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

/** Ids of programs, by group of tabs. */
export type Chosen = Readonly<Record<'http' | 'mqtt', string | undefined>>;

interface Wish {
  /** Base URL of the server. */
  readonly server: string;
  readonly body: JsonValue;
  /** Time that the form computed its timestamps from (`x-from-now`), in milliseconds since 1970; nothing if it has not. */
  readonly filledAt?: number | undefined;
  /** Ids of the programs the reader has chosen; the first ones otherwise. Others are highlighted when they are. */
  readonly chosen: Chosen;
  /** Broker that replaces the documented one, with the file that its clients trust. */
  readonly broker?: { readonly host: string; readonly tls: number | undefined };
}

/** Grammar of the program that shows. */
function grammarOf(
  programs: readonly (Language | MqttClient)[],
  chosen: string | undefined,
): string {
  return (programs.find(({ id }) => id === chosen) ?? programs[0])?.highlight ?? '';
}

/**
 * Returns a body with the examples of the document instead of the timestamps that the form computed from them, so that
 * programs compute them again. A timestamp that the reader changed is unchanged.
 * @param filledAt see {@link Wish}
 */
function withExampleTimestamps(
  schema: Schema,
  body: JsonValue,
  filledAt: number | undefined,
): JsonValue {
  return mapBody<JsonValue>(schema, body, (part, value) =>
    part.examples?.find((example) => exampleTimestamp(part, example, filledAt) === value),
  );
}

/**
 * The programs of a call with the reader's server and body, by group of tabs. Credentials stay out: programs read them
 * from the environment.
 */
export async function writeSamples(
  call: Call,
  { server, chosen, broker, ...wish }: Wish,
): Promise<Readonly<Record<string, readonly TabData[]>>> {
  const body = withExampleTimestamps(call.request.schema, wish.body, wish.filledAt);
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
  const request = sampleRequest(call, { baseUrl: server, body });
  const exchange =
    call.broker &&
    mqttExchange(call, call.broker, {
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
 * Programs of a call that send its example to the server in use with what the page knows of the reader: ids of their
 * sandbox project, or their own. Points in time are computed by the programs. Nothing when there is none.
 */
export async function ownSamples(call: Call, chosen: Chosen): Promise<Samples> {
  const { schema, example } = call.request;
  const { examples, addresses } = valuesInUse();
  const hasIds = examples['node id'] !== undefined || examples['device id'] !== undefined;
  if (!addresses && !hasIds) return {};
  const offered = addresses ? offeredServers(call) : serverChoices(call.servers);
  return writeSamples(call, {
    server: chosenServer(call.api, offered),
    body: bodyWithValues(schema, example, examples),
    chosen,
    ...(addresses && { broker: addresses.broker }),
  });
}
