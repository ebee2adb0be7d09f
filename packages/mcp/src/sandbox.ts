import { createHash } from 'node:crypto';
import mqtt from 'mqtt';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { arazzo, languages, mqttExchange, sampleRequest } from '@anedya-docs/code-samples';
import { ToolError, type Docs } from './docs.ts';

/** A response of the sandbox. */
export interface SandboxResponse {
  readonly status: number;
  /** Probable mistakes in a successful request, from the header `X-Sandbox-Warning`. */
  readonly warning: string | undefined;
  readonly body: Readonly<Record<string, JsonValue>>;
}

/** Sends a request below the sandbox: `POST`, `/platform/v1/node/list`. */
export type SendRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<{
  readonly status: number;
  readonly warning: string | undefined;
  readonly text: string;
}>;

/** Parts of a sandbox project that tools use (`packages/sandbox/src/http/projects.ts`). */
export interface Project {
  readonly nodes: readonly {
    readonly nodeId: string;
    readonly deviceId: string;
    readonly bound: boolean;
    readonly connectionKey: string;
  }[];
  readonly broker?: { readonly host?: string; readonly tcp?: number };
}

/** One request and its response, as sent. */
export interface Exchange {
  readonly transport: 'http' | 'mqtt';
  /** Key of the operation. */
  readonly operation: string;
  readonly body: JsonValue;
  /** Id of the node whose credentials were used, for an operation of the Device API. */
  readonly nodeId: string | undefined;
  readonly status: number;
  readonly success: boolean;
}

/** Projects whose transcripts are kept, and for each the exchanges and the characters of their bodies. Older ones are dropped. */
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
    // The project used last comes last.
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

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** The project endpoints and both APIs of a sandbox. */
export class SandboxClient {
  /** @param mqttHost host of the broker's TCP port as this process reaches it */
  constructor(
    private readonly send: SendRequest,
    private readonly mqttHost: string,
  ) {}

  /** @throws ToolError when there is no sandbox, or its response is not JSON */
  async request(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: JsonValue,
  ): Promise<SandboxResponse> {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const all = json === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    const { status, warning, text } = await this.send(method, path, all, json);
    try {
      return { status, warning, body: JSON.parse(text) as SandboxResponse['body'] };
    } catch {
      throw new ToolError(
        `The sandbox is not available (HTTP ${status}). Wait a few seconds and try again; if it persists, start the documentation with "npm start".`,
      );
    }
  }

  /**
   * Sends a request to the project endpoints.
   * @param apiKey of the project; undefined to create one
   * @throws ToolError unless it succeeds
   */
  async manage(method: string, path: string, apiKey?: string): Promise<SandboxResponse['body']> {
    const headers = apiKey === undefined ? {} : bearer(apiKey);
    const { status, body } = await this.request(method, path, headers);
    if (status < 400) return body;
    if (status === 401) {
      throw new ToolError(
        'The API key is not valid. Projects expire 24 hours after their last request: create one with the tool "sandbox" (action "create"), and pass its "apiKey".',
      );
    }
    const { error } = body;
    throw new ToolError(typeof error === 'string' ? error : `The sandbox returned HTTP ${status}.`);
  }

  /** Describes the project of an API key. @throws ToolError if the key is not valid */
  async project(apiKey: string): Promise<Project> {
    return (await this.manage('GET', '/projects/current', apiKey)) as unknown as Project;
  }

  /** @param headersOf returns the headers with the credential for the exact text of the body */
  platform(
    path: string,
    headersOf: (json: string) => Readonly<Record<string, string>>,
    body: JsonValue,
  ): Promise<SandboxResponse> {
    return this.request('POST', `/platform/v1${path}`, headersOf(JSON.stringify(body)), body);
  }

  device(path: string, connectionKey: string, body: JsonValue): Promise<SandboxResponse> {
    const headers = { 'auth-mode': 'key', authorization: connectionKey };
    return this.request('POST', `/device/v1${path}`, headers, body);
  }

  /**
   * Publishes a request as a device and waits for its response.
   * @param topic complete topic, with the device id
   * @param topics for responses
   * @throws ToolError when there is no broker, no connection or no response
   */
  async exchange(
    { broker }: Project,
    device: { readonly deviceId: string; readonly connectionKey: string },
    topic: string,
    topics: readonly string[],
    body: JsonValue,
  ): Promise<SandboxResponse> {
    const port = broker?.tcp;
    if (port === undefined) {
      throw new ToolError('This sandbox has no MQTT port. Send the request over HTTP.');
    }
    const { deviceId, connectionKey } = device;
    const client = await mqtt
      .connectAsync(`mqtt://${this.mqttHost}:${port}`, {
        clientId: deviceId,
        username: deviceId,
        password: connectionKey,
        protocolVersion: 5,
        reconnectPeriod: 0,
        connectTimeout: exchangeTimeout,
      })
      .catch((error: unknown) => {
        throw new ToolError(
          `Could not connect over MQTT: ${(error as Error).message}. Check that the node has a bound device ("sandbox", action "inspect").`,
        );
      });
    try {
      await client.subscribeAsync([...topics], { qos: 1 });
      const response = new Promise<{ topic: string; text: string }>((resolve, reject) => {
        client.on('message', (received, payload) =>
          resolve({ topic: received, text: payload.toString('utf8') }),
        );
        client.once('close', () => reject(new ToolError('The broker closed the connection.')));
        setTimeout(
          () => reject(new ToolError('No response over MQTT. The sandbox may be busy: try again.')),
          exchangeTimeout,
        ).unref();
      });
      // A failed publish is reported instead.
      response.catch(() => undefined);
      await client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
      const { topic: from, text } = await response;
      return {
        status: from.endsWith('/errors') ? 400 : 200,
        warning: undefined,
        body: JSON.parse(text) as SandboxResponse['body'],
      };
    } finally {
      await client.endAsync(true);
    }
  }
}

/** Time to connect, and for a response, in milliseconds. */
const exchangeTimeout = 10_000;

const [curl] = languages;

/** Writes the requests of a project as curl scripts, one after the other, with credentials from the environment. */
export function curlScript(docs: Docs, exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ operation: key, transport, body }) => {
      const entry = docs.operations.get(key);
      if (!entry || !curl) return '';
      const { operation, api } = entry;
      const facts = docs.documents[api].mqtt;
      const exchange = transport === 'mqtt' && facts && mqttExchange(operation, facts, { body });
      if (exchange) {
        return `# ${key} over MQTT: publish to ${exchange.publish}\n# ${JSON.stringify(exchange.body)}\n`;
      }
      return `# ${key}\n${curl.render(sampleRequest(operation, { body }))}`;
    })
    .join('\n');
}

/** Writes the requests of a project over HTTP as a workflow, which expects the same status for each step. */
export function workflow(docs: Docs, exchanges: readonly Exchange[]): object {
  const steps = exchanges.flatMap(({ operation: key, transport, body, status, success }, index) => {
    const entry = docs.operations.get(key);
    if (!entry || transport === 'mqtt') return [];
    const expected = { status, success };
    return { ...entry, stepId: `step-${index + 1}`, payload: body, expected };
  });
  const title = 'Requests to a sandbox project';
  return arazzo(steps, { workflowId: 'transcript', title, specs: '/specs/' });
}
