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

/**
 * Limits: exchanges of a project, and the characters of their JSON; characters of all transcripts; time after the last exchange, in
 * milliseconds, after which the project has expired, too. Older exchanges are removed.
 */
const kept = {
  exchanges: 200,
  characters: 200_000,
  allCharacters: 10_000_000,
  time: 24 * 3_600_000,
} as const;

/** The exchanges of a project, oldest first. As JSON, they take the memory that their characters do. */
interface Transcript {
  readonly exchanges: string[];
  characters: number;
  usedAt: number;
}

/** The last requests of each project, by the hash of its API key. */
export class Transcripts {
  /** The most recently used project comes last. */
  private readonly byProject = new Map<string, Transcript>();
  private characters = 0;

  /** @param now milliseconds since 1970 */
  constructor(private readonly now = () => Date.now()) {}

  add(apiKey: string, exchange: Exchange): void {
    const key = this.keyOf(apiKey);
    const now = this.now();
    const transcript = this.byProject.get(key) ?? { exchanges: [], characters: 0, usedAt: now };
    this.byProject.delete(key);
    this.byProject.set(key, transcript);
    transcript.usedAt = now;
    const json = JSON.stringify(exchange);
    transcript.exchanges.push(json);
    this.count(transcript, json.length);
    while (
      transcript.exchanges.length > kept.exchanges ||
      transcript.characters > kept.characters
    ) {
      this.count(transcript, -(transcript.exchanges.shift()?.length ?? 0));
    }
    this.removeOld(now);
  }

  of(apiKey: string): readonly Exchange[] {
    this.removeOld(this.now());
    const { exchanges = [] } = this.byProject.get(this.keyOf(apiKey)) ?? {};
    return exchanges.map((json) => JSON.parse(json) as Exchange);
  }

  /** Returns whether there are exchanges of a project. */
  has(apiKey: string): boolean {
    this.removeOld(this.now());
    return this.byProject.has(this.keyOf(apiKey));
  }

  remove(apiKey: string): void {
    this.delete(this.keyOf(apiKey));
  }

  private count(transcript: Transcript, characters: number): void {
    transcript.characters += characters;
    this.characters += characters;
  }

  private delete(key: string): void {
    this.characters -= this.byProject.get(key)?.characters ?? 0;
    this.byProject.delete(key);
  }

  private removeOld(now: number): void {
    for (const [key, { usedAt }] of this.byProject) {
      if (this.characters <= kept.allCharacters && now - usedAt < kept.time) return;
      this.delete(key);
    }
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
