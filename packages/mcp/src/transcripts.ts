import { createHash } from 'node:crypto';
import { portableFormats, portableSet, usageOf } from '@anedya-docs/code-samples/portable';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Docs } from './docs.ts';
import type { Project } from './sandbox.ts';

/** One request and its response, as sent. */
export interface Exchange {
  readonly transport: 'http' | 'mqtt';
  /** Whether an access token signed it. */
  readonly isSigned: boolean;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  /** Key of the operation. */
  readonly operation: string;
  readonly body: JsonValue;
  /** Id of the node whose credentials were used, for an operation of the Device API. */
  readonly nodeId: string | undefined;
  readonly status: number;
  readonly success: boolean;
}

/** Limits: projects with a transcript; in each, exchanges and the characters of their bodies. Older ones are removed. */
const kept = { projects: 200, exchanges: 200, characters: 200_000 } as const;

/** Returns the latest exchanges within the limits. */
function latest(exchanges: readonly Exchange[]): Exchange[] {
  let characters = 0;
  const isOver = ({ body }: Exchange) =>
    (characters += JSON.stringify(body).length) > kept.characters;
  const last = exchanges.slice(-kept.exchanges);
  return last.slice(last.findLastIndex(isOver) + 1);
}

/** The last requests of each project, by the hash of its API key. */
export class Transcripts {
  private readonly byProject = new Map<string, Exchange[]>();

  add(apiKey: string, exchange: Exchange): void {
    const key = this.keyOf(apiKey);
    const list = latest([...(this.byProject.get(key) ?? []), exchange]);
    // The most recently used project comes last.
    this.byProject.delete(key);
    this.byProject.set(key, list);
    const [oldest] = this.byProject.keys();
    if (this.byProject.size > kept.projects && oldest !== undefined) this.byProject.delete(oldest);
  }

  of(apiKey: string): readonly Exchange[] {
    return this.byProject.get(this.keyOf(apiKey)) ?? [];
  }

  remove(apiKey: string): void {
    this.byProject.delete(this.keyOf(apiKey));
  }

  private keyOf(apiKey: string): string {
    return createHash('sha256').update(apiKey).digest('hex');
  }
}

/** Variable with the connection key of the first node; the others are numbered. */
const keyName = 'ANEDYA_CONNECTION_KEY';

/** The portable format of each file. */
const formats = { curl: 'shell', workflow: 'arazzo' } as const;

/** Why a file cannot repeat a request. */
function obstacle({ transport, isSigned }: Exchange): string | undefined {
  if (transport === 'mqtt') return 'it was sent over MQTT, and the file sends requests over HTTP';
  return isSigned
    ? 'an access token signed it, and transcripts do not contain the secret of the token'
    : undefined;
}

/** The requests that a file repeats. @param keys variables with the connection keys by node */
function portableRequests(
  docs: Docs,
  project: Project,
  exchanges: readonly Exchange[],
  keys: ReadonlyMap<string, string>,
) {
  const servers = { platform: project.platformUrl, device: project.deviceUrl };
  return exchanges.flatMap((exchange) => {
    const entry = docs.operations.get(exchange.operation);
    if (!entry || obstacle(exchange) !== undefined) return [];
    const { api, operation } = entry;
    const { body, nodeId = '', at, status, success: succeeded } = exchange;
    const credentials = { [keyName]: keys.get(nodeId) ?? keyName };
    const sent = { at, status, succeeded, milliseconds: undefined };
    return [{ api, operation, server: servers[api], body, credentials, sent }];
  });
}

/**
 * Writes the requests of a project as a file that sends them again: a script with curl, or a workflow (Arazzo) that expects the
 * same statuses. Credentials are variables.
 * @returns the file, and how to use it
 */
export function exportTranscript(
  docs: Docs,
  project: Project,
  apiKey: string,
  exchanges: readonly Exchange[],
  wanted: keyof typeof formats,
): { readonly text: string; readonly notes: string } {
  const format = portableFormats.find(({ id }) => id === formats[wanted]);
  if (!format) throw new Error(`there is no portable format ${formats[wanted]}`);
  const senders = new Set(
    exchanges.flatMap((exchange) =>
      obstacle(exchange) === undefined ? (exchange.nodeId ?? []) : [],
    ),
  );
  const nodes = new Set([...senders, ...project.nodes.map(({ nodeId }) => nodeId)]);
  const keys = new Map(
    [...nodes].map((node, index) => [node, index === 0 ? keyName : `${keyName}_${index + 1}`]),
  );
  const requests = portableRequests(docs, project, exchanges, keys);
  const secrets = new Map([
    [apiKey, 'ANEDYA_API_KEY'],
    ...project.nodes.map((one) => [one.connectionKey, keys.get(one.nodeId) ?? keyName] as const),
  ]);
  const about = { title: 'Requests to a sandbox project', name: 'transcript', secrets };
  const set = portableSet({ requests }, about);
  const specs = new URL('../../../specs/', `${project.platformUrl}/`).href;
  const text = format.render(set, { now: Date.now(), specs });
  const left = [
    ...exchanges.map((exchange) => [exchange.operation, obstacle(exchange)] as const),
    ...set.requests.map(
      (request) => [`${request.api}/${request.operation.id}`, format.obstacle?.(request)] as const,
    ),
  ].flatMap(([operation, reason]) => (reason === undefined ? [] : [`- ${operation}: ${reason}.`]));
  const notes = [
    usageOf(format, set),
    ...[...senders].map((node) => `${keys.get(node)} is the connection key of node ${node}.`),
    ...(left.length > 0 ? ['The file leaves out:', ...new Set(left)] : []),
  ].join('\n');
  return { text, notes };
}
