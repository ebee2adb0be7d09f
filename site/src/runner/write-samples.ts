import {
  languages,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { TabData } from '../components/Samples/tabs';
import { createHighlighter } from '../../plugins/highlight/highlighter';
import { sandboxCaFile } from '../sandbox/ca-file';
import type { Call } from './call';
import { loadGrammars } from './grammars';

/** Ids of programs, by group of tabs. */
export type Chosen = Readonly<Record<'http' | 'mqtt', string | undefined>>;

interface Wish {
  /** Base URL of the server. */
  readonly server: string;
  readonly body: JsonValue;
  /** Ids of the programs the reader has chosen; the first ones otherwise. Others are highlighted when they are. */
  readonly chosen: Chosen;
  /** Broker in the place of the documented one, with the file that its clients trust. */
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
 * The programs of a call with the reader's server and body, by group of tabs. Credentials stay out: programs read them
 * from the environment.
 */
export async function writeSamples(
  call: Call,
  { server, body, chosen, broker }: Wish,
): Promise<Readonly<Record<string, readonly TabData[]>>> {
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
