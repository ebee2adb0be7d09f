import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { joinBytes } from '../core/file-address.ts';
import type { HandlerOptions, Responder } from '../http/handler.ts';
import type { HttpRequest } from '../http/request.ts';

/** Returns the key that limits of new projects, reads and transfers count a client under. */
export type ClientKey = (request: FastifyRequest) => string;

export interface PluginOptions {
  readonly clientKey?: ClientKey;
}

/** Returns the URL of a request as the client sent it; without an origin if its host is invalid (RFC 9112, 3.2). */
function urlOf({ protocol, host, originalUrl }: FastifyRequest): string {
  const path = originalUrl.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const origin = `${protocol}://${host}`;
  return /^[^\s/\\?#@]+$/.test(host) && URL.canParse(origin) ? `${origin}${path}` : path;
}

/**
 * Adapts a Fastify request to the handler. Body and signal are created on first use: creating a `Request` with a body and
 * reading it takes 50 microseconds, about a quarter of a small request.
 */
class IncomingRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  private aborting: AbortController | undefined;

  constructor(
    private readonly request: FastifyRequest,
    private readonly response: ServerResponse,
  ) {
    this.method = request.method;
    this.url = urlOf(request);
  }

  readonly headers: HttpRequest['headers'] = {
    get: (name) => {
      const value = this.request.headers[name.toLowerCase()];
      return (Array.isArray(value) ? value.join(', ') : value) ?? null;
    },
  };

  get body(): HttpRequest['body'] {
    const { raw, headers } = this.request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
      return null;
    }
    // Does not destroy the stream: a rejected request still gets its response.
    const chunks = raw.iterator({ destroyOnReturn: false });
    return ReadableStream.from(chunks);
  }

  /** Signal that is aborted if the client disconnects before its response is complete. */
  get signal(): AbortSignal {
    if (this.aborting) return this.aborting.signal;
    const aborting = new AbortController();
    const { response } = this;
    const check = () => {
      if (!response.writableFinished) aborting.abort();
    };
    if (response.destroyed) check();
    else response.once('close', check);
    this.aborting = aborting;
    return aborting.signal;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const { raw } = this.request;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      raw.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      const stop = () => {
        reject(new Error('The client has closed its connection'));
      };
      if (raw.destroyed) stop();
      // The stream also closes after its end: an error, with its stack, would take a tenth of a small request.
      raw.once('error', reject).once('close', () => {
        if (!raw.readableEnded) stop();
      });
      raw.once('end', () => {
        resolve(joinBytes(chunks).buffer);
      });
    });
  }
}

/**
 * Creates the Fastify plugin of a sandbox, which serves its handler below the prefix that it is registered with.
 * @param createResponder `createResponder` of the sandbox
 */
export function sandboxPlugin(
  createResponder: (options: HandlerOptions) => Responder,
  options: Omit<HandlerOptions, 'path' | 'report'> = {},
  defaultKey: ClientKey = ({ ip }) => ip,
): FastifyPluginCallback<PluginOptions> {
  return (app, { clientKey = defaultKey }, done) => {
    const respond = createResponder({
      ...options,
      path: app.prefix,
      report: (error) => {
        app.log.error(error, 'Sandbox request failed');
      },
    });
    async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { status, headers, body } = await respond(
        new IncomingRequest(request, reply.raw),
        clientKey(request),
      );
      // A client that sends too much may continue to send.
      if (status === 413 && !request.raw.readableEnded) void reply.header('connection', 'close');
      // With `highWaterMark` 0, Node does not read ahead of the client.
      const payload =
        body instanceof ReadableStream ? Readable.fromWeb(body, { highWaterMark: 0 }) : body;
      // Fastify would send `null` as JSON.
      return reply
        .code(status)
        .headers(headers)
        .send(payload ?? undefined);
    }
    // Runs before Fastify reads the body, because the handler does that.
    app.addHook('onRequest', serve);
    const unreachable = () => undefined;
    app.all('/', unreachable);
    app.all('/*', unreachable);
    app.setNotFoundHandler(unreachable);
    done();
  };
}
