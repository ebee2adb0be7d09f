import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** A request as received. */
export interface Recorded {
  readonly method: string;
  /** Path without the prefix of its program. */
  readonly path: string;
  /** Lowercase names in order of arrival, including duplicates. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly body: JsonValue;
  /** Seconds or a date (RFC 9110, 10.2.3). */
  readonly retryAfter?: number | string;
}

async function record(request: IncomingMessage, prefix: string): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = request.rawHeaders;
  const names = raw.filter((_, index) => index % 2 === 0);
  return {
    method: request.method ?? '',
    path: (request.url ?? '').slice(prefix.length),
    headers: names.map((name, index) => [name.toLowerCase(), raw[2 * index + 1] ?? ''] as const),
    body: Buffer.concat(chunks),
  };
}

/** An HTTP server on a free port that records requests and returns the given responses. */
export class Recorder {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Paths of requests that belong to no program. */
  readonly strays: string[] = [];
  private readonly server: Server;
  private readonly replies = new Map<string, Reply>();
  private readonly requests = new Map<string, Recorded[]>();

  private constructor(server: Server) {
    this.server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response) => {
      const url = request.url ?? '';
      const prefix = [...this.replies.keys()].find((key) => url.startsWith(`${key}/`));
      if (prefix === undefined) this.strays.push(url);
      const reply = this.replies.get(prefix ?? '') ?? { status: 404, body: null };
      void record(request, prefix ?? '').then((recorded) => {
        this.requests.get(prefix ?? '')?.push(recorded);
        response.setHeader('content-type', 'application/json');
        if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
        response.writeHead(reply.status);
        response.end(JSON.stringify(reply.body));
      });
    });
  }

  static async start(): Promise<Recorder> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Recorder(server);
  }

  /** Sets the response to requests below a path. @param prefix such as `/go/platform/node-create` */
  onRequest(prefix: string, reply: Reply): void {
    this.replies.set(prefix, reply);
    this.requests.set(prefix, []);
  }

  /** Requests below a path so far. */
  received(prefix: string): readonly Recorded[] {
    return this.requests.get(prefix) ?? [];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/**
 * An origin on which nothing listens, until this process ends: an open connection uses its port, so that no other program
 * can get it. A port that has only been closed may be given to a server of another test.
 */
export async function closedOrigin(): Promise<string> {
  const server = createTcpServer((accepted) => accepted.unref()).listen(0, '127.0.0.1');
  await once(server.unref(), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.unref();
  return `http://127.0.0.1:${socket.localPort}`;
}
