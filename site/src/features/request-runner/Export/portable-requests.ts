import {
  portableSet,
  type MessageEntry,
  type PortableEntry,
  type PortableSet,
} from '@anedya-docs/code-samples/portable';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import type { OutEntry } from '@site/src/features/mqtt-console';
import {
  isInBrowser,
  offeredServers,
  sandboxProject,
  demoNode,
  sandboxCaFile,
} from '@site/src/features/sandbox-project';
import { valuesInUse } from '@site/src/features/values';
import type { PastRequest } from '../past-requests';
import { loadOperation, type OperationData } from '../../../requests/operation';
import { knownSecrets } from '../secrets';
import { parseExact } from '../../../requests/json-text';
import { chosenServer, serverChoices } from '../../../requests/servers';
import { withExampleTimestamps } from '../write-samples';

/** Requests to export, and what the file does not contain, as sentences. */
export interface Exported {
  readonly set: PortableSet;
  readonly notes: readonly string[];
}

/** The server of a request; programs cannot reach the sandbox in the browser. */
function reachable(server: string, operation: Pick<OperationData, 'url' | 'path'>): string {
  return isInBrowser({ platformUrl: server })
    ? operation.url.slice(0, -operation.path.length)
    : server;
}

const noteIf = (isNeeded: boolean, note: string) => (isNeeded ? [note] : []);

const isSigned = ({ security }: OperationData, scheme: string | undefined) =>
  security.some(({ id, kind }) => id === scheme && kind === 'signature');

const signedNote =
  'The file uses the API key instead of the access token, which signs each request.';

/** A request that the reader has entered. */
export interface EnteredRequest {
  readonly server: string;
  /** Id of a security scheme; empty for no credential. */
  readonly scheme: string;
  readonly text: string;
  /** Time that the form computed its timestamps from, in milliseconds since 1970. */
  readonly filledAt: number | undefined;
}

/** The request in the form. */
export function exportEntered(operation: OperationData, entered: EnteredRequest): Exported {
  const body = parseExact(entered.text);
  const { schema } = operation.request;
  const request = body !== undefined && {
    api: operation.api,
    operation,
    server: reachable(entered.server, operation),
    body: withExampleTimestamps(schema, body, entered.filledAt),
    hasCredential: entered.scheme !== '',
  };
  return {
    set: portableSet(
      { requests: request ? [request] : [] },
      { title: operation.title, name: operation.id, secrets: knownSecrets() },
    ),
    notes: [
      ...noteIf(!request, 'The request is left out: its body is not JSON.'),
      ...noteIf(isSigned(operation, entered.scheme), signedNote),
    ],
  };
}

/** The example of an operation, with the values in use. @param address URL of the operation's data */
export async function exportExample(address: string): Promise<Exported> {
  const operation = await loadOperation(address);
  const { examples, addresses } = valuesInUse();
  const { schema, example } = operation.request;
  const offered = addresses ? offeredServers(operation) : serverChoices(operation.servers);
  return exportEntered(operation, {
    server: chosenServer(operation.api, offered),
    scheme: operation.security[0]?.id ?? '',
    text: JSON.stringify(bodyWithValues(schema, example, examples)),
    filledAt: undefined,
  });
}

/** Returns the request of an entry, or nothing if its body is not JSON. */
function entryOf(past: PastRequest, operation: OperationData): PortableEntry[] {
  const body = parseExact(past.portableBody ?? past.body);
  if (body === undefined) return [];
  const [, status] = /^(\d{3})\b/.exec(past.result) ?? [];
  const { at, succeeded, milliseconds } = past;
  return [
    {
      api: past.api,
      operation,
      server: reachable(past.server, operation),
      body,
      hasCredential: past.scheme !== undefined && past.scheme !== '',
      sent: {
        at,
        status: status === undefined ? undefined : Number(status),
        succeeded,
        milliseconds,
      },
    },
  ];
}

/** Messages that the console has published, and what is known about their topics. */
export interface Published {
  readonly facts: MqttFacts;
  /** Oldest first. */
  readonly entries: readonly OutEntry[];
}

/** The topic of a message for any device: the one that sent it may belong to an earlier project. */
function generalTopic({ topic }: OutEntry, { topicPrefix }: MqttFacts): string {
  const [before = ''] = topicPrefix.split('{deviceId}');
  const end = topic.indexOf('/', before.length);
  return topic.startsWith(before) && end >= 0 ? `${before}{deviceId}${topic.slice(end)}` : topic;
}

function messageOf(
  entry: OutEntry,
  facts: MqttFacts,
  operation: OperationData | undefined,
): MessageEntry[] {
  const { topicPrefix, subscribe } = facts;
  const body = parseExact(entry.text);
  const project = sandboxProject();
  const { deviceId = '' } = (project && demoNode(project)) ?? {};
  const { host = '', tls } = project?.broker ?? {};
  if (body === undefined || tls === undefined) return [];
  const publish = operation?.mqtt?.publish ?? generalTopic(entry, facts);
  const others = subscribe.map(({ topic }) => topic);
  return [
    {
      id: operation?.id ?? 'message',
      title: operation?.title ?? publish.slice(topicPrefix.length),
      deviceId,
      publish,
      responseTopics: operation?.mqtt?.responseTopics ?? others,
      schema: operation?.request.schema ?? {},
      body,
      sentAt: entry.at,
      broker: { host, port: tls, caFile: sandboxCaFile },
    },
  ];
}

/**
 * The requests of this tab, oldest first, and the messages that its console has published.
 * @param folder URL of the folder with the data of the operations, with a trailing slash
 * @param requests newest first
 */
export async function exportHistory(
  folder: string,
  requests: readonly PastRequest[],
  published?: Published,
): Promise<Exported> {
  const loaded = new Map<string, Promise<OperationData>>();
  const load = (key: string) => {
    const found = loaded.get(key) ?? loadOperation(`${folder}${key}.json`);
    loaded.set(key, found);
    return found;
  };
  const past = await Promise.all(
    [...requests]
      .reverse()
      .map(async (one) => [one, await load(`${one.api}/${one.operation}`)] as const),
  );
  const { facts, entries = [] } = published ?? {};
  const hasBroker = sandboxProject()?.broker.tls !== undefined;
  const unreachable = hasBroker ? 0 : entries.length;
  const messages = await Promise.all(
    entries.map(async (entry) => {
      if (!facts) return [];
      const general = generalTopic(entry, facts);
      const known = facts.operations.find(({ topic }) => topic === general);
      return messageOf(entry, facts, known && (await load(`device/${known.id}`)));
    }),
  );
  const exported = past.flatMap(([one, operation]) => entryOf(one, operation));
  const sent = past.length + entries.length - unreachable;
  const left = sent - exported.length - messages.flat().length;
  return {
    set: portableSet(
      { requests: exported, messages: messages.flat() },
      { title: 'Requests of a browser tab', name: 'requests', secrets: knownSecrets() },
    ),
    notes: [
      ...noteIf(
        unreachable > 0,
        `${unreachable} over MQTT left out: the project of this tab has no broker that programs can reach.`,
      ),
      ...noteIf(left > 0, `${left} left out: the body is not JSON, or was too long to keep.`),
      ...noteIf(
        past.some(([one, operation]) => isSigned(operation, one.scheme)),
        signedNote,
      ),
    ],
  };
}
