import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The fields of the `POST /sandbox/projects` response that the benchmark reads. */
export interface Project {
  readonly apiKey: string;
  readonly nodes: readonly [
    { readonly nodeId: string; readonly deviceId: string; readonly connectionKey: string },
  ];
}

/** A request that can be repeated. */
export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function deviceRequest(path: string, connectionKey: string, body: object): Request {
  const headers = { 'auth-mode': 'key', authorization: connectionKey };
  return { path, headers, body: JSON.stringify(body) };
}

export function platformRequest(path: string, apiKey: string, body: object): Request {
  return { path, headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(body) };
}

/** Sends requests to one server over a number of connections. */
export class Client {
  private readonly agent: Agent;

  constructor(
    private readonly origin: string,
    connections: number,
    private readonly localAddress?: string,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error with the response, unless it is successful */
  async send({ path, headers, body }: Request): Promise<string> {
    const outgoing = request(`${this.origin}${path}`, {
      method: 'POST',
      agent: this.agent,
      ...(this.localAddress !== undefined && { localAddress: this.localAddress }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
    });
    outgoing.end(body);
    const received = await response;
    const content = await text(received);
    const { statusCode = 0 } = received;
    if (statusCode > 299) throw new Error(`${path}: ${statusCode} ${content}`);
    return content;
  }

  close(): void {
    this.agent.destroy();
  }
}

let projects = 0;

/**
 * Creates a project. An address may create only a few per hour, so this uses several addresses of the loopback network (on
 * Linux, all of 127.0.0.0/8 work).
 */
export async function createProject(origin: string): Promise<Project> {
  const localAddress = `127.0.1.${1 + Math.floor(projects / 10)}`;
  projects += 1;
  const client = new Client(origin, 1, localAddress);
  const content = await client.send({ path: '/sandbox/projects', headers: {}, body: '{}' });
  client.close();
  return JSON.parse(content) as Project;
}

/** Result of a load test. */
export interface Load {
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  readonly perSecond: number;
}

/** Sends requests for a time in milliseconds, with a fixed number in flight. */
export async function closedLoop(
  send: () => Promise<unknown>,
  concurrency: number,
  milliseconds: number,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const one = async () => {
    while (performance.now() - start < milliseconds) {
      const startTime = performance.now();
      await send();
      times.push(performance.now() - startTime);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return { times, perSecond: (times.length * 1000) / (performance.now() - start) };
}

/**
 * Sends requests at a fixed rate, however long they take. The time of a request starts when it was due, so that a slow
 * response also counts for requests that waited for it.
 */
export async function openLoop(
  send: () => Promise<unknown>,
  perSecond: number,
  milliseconds: number,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const total = Math.floor((perSecond * milliseconds) / 1000);
  const running: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000));
      while (running.length < due) {
        const startTime = start + (running.length * 1000) / perSecond;
        running.push(send().then(() => void times.push(performance.now() - startTime)));
      }
      if (running.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(running);
  return { times, perSecond: (times.length * 1000) / (performance.now() - start) };
}
