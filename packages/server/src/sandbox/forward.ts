import { EventEmitter } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, type Duplex, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, Pool } from 'undici';
import { limits } from '../limits.ts';
import { errorBody, forwardErrors, sendError, type ForwardError } from './errors.ts';
import { forwardedHeaders, returnedHeaders, type ClientInfo } from './headers.ts';

const { concurrency, responseTime, idleTime } = limits.sandbox;

/** Errors of a connection that could not be opened: nothing was sent. */
const notConnected = /^(?:ECONNREFUSED|ENOENT|EAGAIN|ENOTCONN|UND_ERR_CONNECT_TIMEOUT)$/;

function toForwardError(error: unknown): ForwardError {
  if (error instanceof errors.HeadersTimeoutError) {
    return forwardErrors.timeout(responseTime / 1000);
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  return notConnected.test(code) ? forwardErrors.restarting() : forwardErrors.interrupted();
}

/** Returns the body of a request; undefined where it has none, or one without meaning (RFC 9110, 9.3.1). */
function bodyOf({ method, headers, raw }: FastifyRequest): Readable | undefined {
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isEmpty || method === 'GET' || method === 'HEAD') return undefined;
  // undici destroys the stream that it reads, which would also destroy the client's connection.
  return raw.pipe(new PassThrough());
}

/** Forwards HTTP requests to the sandbox process. */
export class Forwarder {
  private readonly pool: Pool;

  /** @param socketPath on which the process listens, also after a restart */
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

  /** Streams a request and its response with backpressure. When one side disconnects, the other is closed. */
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
      return sendError(reply, toForwardError(error));
    }
    void reply.code(response.statusCode).headers(returnedHeaders(response.headers));
    // The rest of the body is not read: the next request on the connection would be mistaken for it.
    if (body && !body.readableEnded) void reply.header('connection', 'close');
    if (request.method !== 'HEAD') return reply.send(response.body);
    await response.body.dump();
    return reply.send();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Time for the last bytes to reach one side after the other side has closed, in milliseconds. */
const flushTime = 5_000;

/** Closes a stream once its bytes are sent, or after a timeout. */
function closeGracefully(stream: Duplex): void {
  if (stream.destroyed) return;
  const timer = setTimeout(() => stream.destroy(), flushTime).unref();
  stream.once('close', () => {
    clearTimeout(timer);
  });
  stream.end(() => stream.destroy());
}

/** Responds to an upgrade request with an error, and closes the connection. */
export function rejectUpgrade(socket: Duplex, error: ForwardError): void {
  const body = JSON.stringify(errorBody(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
  ];
  closeGracefully(socket.end(`${head.join('\r\n')}\r\n\r\n${body}`));
}

/** Serializes an upgrade request for the sandbox process. */
function upgradeRequest({ url, rawHeaders }: IncomingMessage, client: ClientInfo): string {
  const headers = forwardedHeaders(rawHeaders, client, false);
  headers.push('connection', 'Upgrade', 'upgrade', 'websocket');
  const lines = [`GET ${url} HTTP/1.1`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Connects a WebSocket upgrade request to the sandbox process, then passes bytes in both directions with backpressure.
 * @param head bytes of the client that arrived with the request
 * @param socketPath on which the process listens
 */
export function openTunnel(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  socketPath: string,
  client: ClientInfo,
): void {
  const upstream = connect(socketPath);
  upstream.write(upgradeRequest(request, client), 'latin1');
  upstream.write(head);
  // The `close` of one side closes the other; without a listener, an error would end the process.
  upstream.on('error', () => undefined);
  socket.on('error', () => undefined);
  upstream.on('close', () => {
    if (upstream.bytesRead > 0) closeGracefully(socket);
    else if (!socket.destroyed) rejectUpgrade(socket, forwardErrors.restarting());
  });
  socket.on('close', () => {
    closeGracefully(upstream);
  });
  upstream.pipe(socket, { end: false });
  socket.pipe(upstream);
}
