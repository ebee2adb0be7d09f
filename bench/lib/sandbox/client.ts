import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** What `POST /sandbox/projects` answers, as far as the benchmark reads it. */
export interface Project {
  readonly apiKey: string;
  readonly nodes: readonly [
    { readonly nodeId: string; readonly deviceId: string; readonly connectionKey: string },
  ];
}

/** A call that can be made again and again. */
export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function deviceCall(path: string, connectionKey: string, body: object): Request {
  const headers = { 'auth-mode': 'key', authorization: connectionKey };
  return { path, headers, body: JSON.stringify(body) };
}

export function platformCall(path: string, apiKey: string, body: object): Request {
  return { path, headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(body) };
}

/** Calls of one server over so many connections. */
export class Client {
  private readonly agent: Agent;

  constructor(
    private readonly origin: string,
    connections: number,
    private readonly localAddress?: string,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error with what was answered, when that is no success */
  async send({ path, headers, body }: Request): Promise<string> {
    const call = request(`${this.origin}${path}`, {
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
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject);
    });
    call.end(body);
    const received = await answer;
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
 * Makes a project. An address may make few in an hour; the loopback network has many addresses (on Linux all of
 * 127.0.0.0/8 can be used).
 */
export async function createProject(origin: string): Promise<Project> {
  const localAddress = `127.0.1.${1 + Math.floor(projects / 10)}`;
  projects += 1;
  const client = new Client(origin, 1, localAddress);
  const answer = await client.send({ path: '/sandbox/projects', headers: {}, body: '{}' });
  client.close();
  return JSON.parse(answer) as Project;
}
