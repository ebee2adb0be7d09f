import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { ToolError } from './docs.ts';
import { MessageList, noMessage, publish, rejected, type Message } from './mqtt-messages.ts';

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
  body?: string | Uint8Array<ArrayBuffer>,
) => Promise<{
  readonly status: number;
  readonly warning: string | undefined;
  readonly text: string;
  /** Of a response to a request for a file: its bytes, and its headers `ETag` and `Content-Range`. */
  readonly file?: FileResponse;
}>;

export interface FileResponse {
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly range: string | undefined;
}

/** Parts of a sandbox project that tools use (`packages/sandbox/src/http/projects.ts`). */
export interface Project {
  /** Base URLs of both APIs: `http://localhost:3000/sandbox/platform/v1`. */
  readonly platformUrl: string;
  readonly deviceUrl: string;
  readonly nodes: readonly {
    readonly nodeId: string;
    readonly name?: string;
    readonly deviceId: string;
    readonly bound: boolean;
    readonly connectionKey: string;
  }[];
  readonly broker?: {
    readonly host?: string;
    readonly tcp?: number;
    readonly tls?: number;
    /** Certificate of its authority, as PEM. */
    readonly ca?: string;
  };
}

/** A node with the credentials of its device. */
type Device = Pick<Project['nodes'][number], 'deviceId' | 'connectionKey'>;

/** Topics of a request and of its responses, with the device id. */
interface ExchangeOptions {
  readonly topic: string;
  readonly topics: readonly string[];
  readonly isSecure?: boolean;
}

interface Listening {
  readonly topics: readonly string[];
  readonly start: (client: MqttClient) => Promise<unknown>;
  readonly count?: number;
  readonly isSecure?: boolean;
  /** Returns a signal that ends the wait for messages after `start`: fewer than `count` are enough then. */
  readonly wait?: () => AbortSignal;
}

/** Time to connect, and for a response, in milliseconds. */
const mqttTimeout = 10_000;
const httpTimeout = 30_000;

/** Exchanges of a device that run or wait. */
const longestQueue = 10;

/**
 * The last exchange of each device, by its connection key, and how many are not over. A device has one MQTT session: another client
 * takes it over.
 */
const exchanges = new Map<string, { last: Promise<unknown>; count: number }>();

/**
 * Does work after the earlier work with the same key.
 * @throws ToolError when too much work waits
 */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const queue = exchanges.get(key) ?? { last: Promise.resolve(), count: 0 };
  if (queue.count >= longestQueue) {
    throw new ToolError(
      `${longestQueue} requests over MQTT wait for this device. Wait for their responses, and try again.`,
    );
  }
  const turn = queue.last.then(work, work);
  queue.last = turn;
  queue.count += 1;
  exchanges.set(key, queue);
  try {
    return await turn;
  } finally {
    queue.count -= 1;
    if (queue.count === 0) exchanges.delete(key);
  }
}

/**
 * Returns a function that sends requests to the sandbox of another server.
 * @param site URL of the server, `ANEDYA_DOCS_URL`
 */
export function sendTo(site: URL): SendRequest {
  return async (method, path, headers, body) => {
    const url = `${site.href.replace(/\/$/, '')}/sandbox${path}`;
    const signal = AbortSignal.timeout(httpTimeout);
    try {
      const response = await fetch(url, { method, headers, body, redirect: 'error', signal });
      const warning = response.headers.get('x-sandbox-warning') ?? undefined;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const [etag, range] = ['etag', 'content-range'].map((one) => response.headers.get(one));
      const file = { bytes, etag: etag ?? undefined, range: range ?? undefined };
      return { status: response.status, warning, text: new TextDecoder().decode(bytes), file };
    } catch (error) {
      throw new ToolError(
        `The sandbox at ANEDYA_DOCS_URL did not respond: ${causeOf(error)}. Start the documentation with "npm start", or set ANEDYA_DOCS_URL to the final URL of a running server.`,
      );
    }
  };
}

/** `fetch` hides the reason in the cause, whose message can be empty. */
function causeOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  const { message, code } = cause as NodeJS.ErrnoException;
  return message || (code ?? 'unknown error');
}

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** The project endpoints and both APIs of a sandbox. */
export class SandboxClient {
  /**
   * @param mqttHost host of the broker's TCP port as this process reaches it
   * @param deadline returns a signal that aborts when an MQTT exchange takes too long
   * @param left aborted when the client of this server leaves: its exchanges end
   */
  constructor(
    private readonly send: SendRequest,
    private readonly mqttHost: string,
    private readonly deadline = () => AbortSignal.timeout(mqttTimeout),
    private readonly left?: AbortSignal,
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
  async manage(
    method: string,
    path: string,
    apiKey?: string,
    sent?: JsonValue,
  ): Promise<SandboxResponse['body']> {
    const headers = apiKey === undefined ? {} : bearer(apiKey);
    const { status, body } = await this.request(method, path, headers, sent);
    if (status < 400) return body;
    if (status === 401) {
      throw new ToolError(
        'The API key is not valid. Projects expire 24 hours after their last request: create one with "sandbox_create", and pass its "apiKey".',
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
   * Sends or fetches a file of this sandbox.
   * @param path below the sandbox, with the signature of its URL
   * @throws ToolError unless it succeeds
   */
  async file(
    method: 'GET' | 'PUT',
    path: string,
    headers: Readonly<Record<string, string>>,
    bytes?: Uint8Array<ArrayBuffer>,
  ): Promise<FileResponse> {
    const { status, text, file } = await this.send(method, path, headers, bytes);
    if (status < 400 && file) return file;
    throw new ToolError(`The sandbox rejected the file (HTTP ${status}): ${text.slice(0, 500)}`);
  }

  /**
   * Publishes a request as a device and waits for its response, after other exchanges of the device.
   * @throws ToolError when there is no broker, no connection or no response
   */
  async exchange(
    project: Project,
    device: Device,
    { topic, topics, isSecure = false }: ExchangeOptions,
    body: JsonValue,
  ): Promise<SandboxResponse> {
    const [response, warning] = await this.messages(project, device, {
      topics,
      isSecure,
      // The broker acknowledges a request after its response and the warning.
      start: (client) => publish(client, topic, JSON.stringify(body)),
    });
    if (!response) throw noMessage();
    return {
      status: response.topic.endsWith('/errors') ? 400 : 200,
      warning: warning && (JSON.parse(warning.text) as { readonly warning?: string }).warning,
      body: JSON.parse(response.text) as SandboxResponse['body'],
    };
  }

  /**
   * Connects as a device, after other exchanges of the device, subscribes, starts what leads to messages, and waits for them.
   * @returns the messages until there are `count` of them, or `wait` is over
   * @throws ToolError when there is no broker or no connection, or what leads to messages fails
   */
  async messages(
    { broker }: Project,
    { deviceId: clientId, connectionKey: password }: Device,
    { topics, start, count = 1, isSecure = false, wait }: Listening,
  ): Promise<readonly Message[]> {
    const port = isSecure ? broker?.tls : broker?.tcp;
    if (port === undefined) {
      throw new ToolError(
        isSecure
          ? 'This sandbox has no MQTT port with TLS. Use "tls": false.'
          : 'This sandbox has no MQTT port. Send the request over HTTP.',
      );
    }
    return inTurn(password, async () => {
      if (this.left?.aborted) throw new ToolError('The client has disconnected.');
      // The broker sees the address of this server for the devices of all clients, and limits what that address may do wrong.
      // So credentials are checked first over HTTP, with the address of the client.
      const { status, body: checked } = await this.device('/check', password, {});
      if (status >= 400) {
        const why = typeof checked.error === 'string' ? checked.error : `HTTP ${status}`;
        throw new ToolError(`The device cannot connect over MQTT: ${why}`);
      }
      const url = `${isSecure ? 'mqtts' : 'mqtt'}://${this.mqttHost}:${port}`;
      const ca = isSecure && broker?.ca !== undefined ? { ca: broker.ca } : {};
      const client = await this.connect(url, { clientId, username: clientId, password, ...ca });
      try {
        const until = (signal: AbortSignal) =>
          AbortSignal.any(this.left ? [signal, this.left] : [signal]);
        const list = new MessageList(client, count, wait !== undefined);
        const received = list.complete(until(this.deadline()));
        // Neither settles if the connection is closed, or if the broker does not acknowledge them.
        client
          .subscribeAsync([...topics], { qos: 1 })
          .then(() => start(client))
          .then(
            () => list.start(wait && until(wait())),
            (error: unknown) => {
              list.fail(
                error instanceof ToolError ? error : rejected(`${(error as Error).message}.`),
              );
            },
          );
        return await received;
      } finally {
        await client.endAsync(true);
      }
    });
  }

  private async connect(
    url: string,
    credentials: Pick<IClientOptions, 'clientId' | 'username' | 'password' | 'ca'>,
  ): Promise<MqttClient> {
    const options = {
      ...credentials,
      protocolVersion: 5,
      reconnectPeriod: 0,
      connectTimeout: mqttTimeout,
    } as const;
    try {
      // Without retries, it also fails when the connection is closed.
      return await mqtt.connectAsync(url, options, false);
    } catch (error) {
      throw new ToolError(
        `Could not connect over MQTT: ${(error as Error).message}. Check that the node has a bound device ("sandbox_inspect").`,
      );
    }
  }
}
