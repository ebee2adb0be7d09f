import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { certificateFile } from '../../samples/mqtt/broker.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** A request as received. */
export interface ApiRequest {
  readonly method: string;
  /** Path with the query. */
  readonly url: string;
  /** Lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Writes a response itself, such as one that is interrupted. */
export type Writer = (response: ServerResponse) => void;

/** The response to a request: JSON, the bytes of a file, the status of an error, or a writer; undefined for 404. */
export type Responder = (request: ApiRequest) => JsonValue | Buffer | Writer | undefined;

async function read(request: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headersDistinct).map(
    ([name, values]) => [name, (values ?? []).join(', ')] as const,
  );
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  };
}

/** A server on a free local port for one program: it records requests and returns the given responses. */
export class ApiServer {
  /** `http://localhost:<port>` */
  readonly origin: string;
  readonly port: number;
  readonly requests: ApiRequest[] = [];
  private readonly server: Server;

  private constructor(server: Server, scheme: string) {
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    this.origin = `${scheme}://localhost:${this.port}`;
  }

  /** @param secure true to use TLS with the certificate of the tests */
  static async start(respond: Responder, secure = false): Promise<ApiServer> {
    const keyFile = certificateFile.replace('.cert.', '.key.');
    const listener: RequestListener = (request, response) => {
      void read(request).then((recorded) => {
        started.requests.push(recorded);
        const said = respond(recorded);
        if (typeof said === 'function') {
          said(response);
          return;
        }
        response.statusCode = typeof said === 'number' ? said : said === undefined ? 404 : 200;
        if (Buffer.isBuffer(said)) return response.end(said);
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(said ?? null));
      });
    };
    const server = secure
      ? createSecureServer(
          { cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
          listener,
        )
      : createServer(listener);
    // A client that does not trust the certificate disconnects and reports it in its output.
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const started = new ApiServer(server, secure ? 'https' : 'http');
    return started;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
