import { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, Pool } from 'undici';
import { limits } from '../limits.ts';
import { forwardedHeaders, passedHeaders } from './headers.ts';
import { refusals, refuse, type Refusal } from './refusal.ts';

const { concurrency, responseTime, idleTime } = limits.sandbox;

/** Errors of a connection that was never there: nothing has been sent. */
const notConnected = /^(?:ECONNREFUSED|ENOENT|EAGAIN|ENOTCONN|UND_ERR_CONNECT_TIMEOUT)$/;

function refusalFor(error: unknown): Refusal {
  if (error instanceof errors.HeadersTimeoutError) return refusals.timeout(responseTime / 1000);
  const { code = '' } = error as NodeJS.ErrnoException;
  return notConnected.test(code) ? refusals.restarting() : refusals.interrupted();
}

/** The body of a request; nothing where it has none, or none that means anything (RFC 9110, 9.3.1). */
function bodyOf({ method, headers, raw }: FastifyRequest): Readable | undefined {
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isEmpty || method === 'GET' || method === 'HEAD') return undefined;
  // `undici` destroys what it reads from, and a request would take the client's connection with it.
  return raw.pipe(new PassThrough());
}

/** Forwards HTTP requests to the sandbox's process. */
export class Forwarder {
  private readonly pool: Pool;

  /** @param socketPath at which the process listens, each time that it runs */
  constructor(socketPath: string) {
    this.pool = new Pool('http://sandbox', {
      socketPath,
      connections: concurrency.all,
      pipelining: 1,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: responseTime,
      bodyTimeout: responseTime,
      keepAliveTimeout: idleTime,
      keepAliveMaxTimeout: idleTime,
    });
  }

  /**
   * Passes a request on and its response back, each as a stream with backpressure. When one side goes away, the other is let
   * go.
   */
  async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cancel = new EventEmitter();
    reply.raw.once('close', () => cancel.emit('abort'));
    const body = bodyOf(request);
    let response;
    try {
      response = await this.pool.request({
        path: request.url,
        method: request.method,
        headers: forwardedHeaders(request.raw.rawHeaders, request, body !== undefined),
        body: body ?? null,
        signal: cancel,
      });
    } catch (error) {
      body?.destroy();
      return refuse(reply, refusalFor(error));
    }
    void reply.code(response.statusCode).headers(passedHeaders(response.headers));
    // The rest of the body is not read: what follows on the connection would be taken for it.
    if (body && !body.readableEnded) void reply.header('connection', 'close');
    if (request.method !== 'HEAD') return reply.send(response.body);
    await response.body.dump();
    return reply.send();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
