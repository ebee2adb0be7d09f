import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, type Duplex, type Readable } from 'node:stream';
import { errorHeaders, rawResponse } from '@anedya-docs/sandbox/raw-response';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, Pool } from 'undici';
import { limits } from '../limits.ts';
import { isPageRequest, sendNotFound } from '../plugins/site.ts';
import {
  sandboxRequestHeaders,
  sandboxResponseHeaders,
  type ClientInfo,
} from './forwarded-headers.ts';
import type { SandboxState } from './process.ts';

/** Why a request does not reach the sandbox, in the sandbox's error format. */
export interface ForwardError {
  readonly status: 403 | 429 | 502 | 503 | 504;
  /** Reason code after `sandbox::`. */
  readonly reason: string;
  /** For users: contains no path and no address. */
  readonly message: string;
  /** Seconds after which to try again; undefined where a retry could repeat an effect. */
  readonly retryAfter?: number;
}

const inSeconds = (seconds: number) => `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

/** Estimated startup time of the process, in seconds. */
const startTime = 2;

/** @param now milliseconds since 1970 */
function secondsUntil(start: number, now: number): number {
  return Math.ceil(Math.max(0, start - now) / 1000) + startTime;
}

function unavailable(reason: string, text: string, retryAfter: number): ForwardError {
  const message = `${text} Try again ${inSeconds(retryAfter)}.`;
  return { status: 503, reason, message, retryAfter };
}

const unknownEffect =
  'The request may or may not have been carried out: check before you send it again.';

export const forwardErrors = {
  /** Connection refused by the process: nothing was forwarded. */
  restarting: () => unavailable('restarting', 'The sandbox is restarting.', startTime),
  interrupted: (): ForwardError => ({
    status: 502,
    reason: 'interrupted',
    message: `The sandbox stopped before it responded. ${unknownEffect}`,
  }),
  timeout: (seconds: number): ForwardError => ({
    status: 504,
    reason: 'timeout',
    message: `The sandbox did not respond within ${seconds} seconds. ${unknownEffect}`,
  }),
  tooManyInFlight: (max: number): ForwardError => ({
    status: 429,
    reason: 'toomanyinflight',
    message: `The sandbox accepts ${max} requests in flight per address. Wait for a response, then try again.`,
    retryAfter: 1,
  }),
  /** Others need the slot, and this client has the most. */
  evicted: () =>
    unavailable(
      'busy',
      `The sandbox is busy, and this address has the most requests in flight, so that this one was canceled. ${unknownEffect}`,
      2,
    ),
  foreignHost: (message: string): ForwardError => ({ status: 403, reason: 'foreignhost', message }),
  busy: () => unavailable('busy', 'The sandbox is busy with other requests.', 2),
  tooManyRequests: (max: number, window: number, retryAfter: number): ForwardError => ({
    status: 429,
    reason: 'toomanyrequests',
    message: `The sandbox accepts ${max} requests per address in ${window / 1000} seconds. Try again ${inSeconds(retryAfter)}.`,
    retryAfter,
  }),
} as const;

/** Returns the error for requests in a state; undefined while the sandbox is ready. Nothing was forwarded. */
export function stateError(state: SandboxState, now: number): ForwardError | undefined {
  switch (state.kind) {
    case 'ready':
      return undefined;
    case 'stalled':
      return forwardErrors.busy();
    case 'starting':
      return unavailable('starting', 'The sandbox is starting.', startTime);
    case 'restarting':
      return unavailable(
        'restarting',
        'The sandbox is restarting.',
        secondsUntil(state.startsAt, now),
      );
    case 'unusable':
      return unavailable(
        'unusable',
        `${state.reason} The server log tells its operator what to do.`,
        secondsUntil(state.startsAt, now),
      );
    case 'stopping':
      return unavailable('stopping', 'This server is shutting down.', 5);
  }
}

/** An error in the format of every operation: some documented responses have `errcode` instead of `errorcode`. */
function errorBody({ reason, message }: ForwardError): object {
  const codes = { errorcode: 1, errcode: 1 };
  return { success: false, error: message, ...codes, reasonCode: `sandbox::${reason}` };
}

/** Sends an error. Pages of any origin may read it, like every response of the sandbox. */
export function sendError(reply: FastifyReply, error: ForwardError): FastifyReply {
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'retry-after')
    .send(errorBody(error));
}

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

/** Closes the connection of a body that is not read to its end: the next request would be mistaken for the rest of it. */
function closeIfUnread(body: Readable | undefined, reply: FastifyReply): void {
  if (body && !body.readableEnded) void reply.header('connection', 'close');
}

/** Whether an error of the sandbox says that it has no such path. */
function isUnknownPath(error: string): boolean {
  return error.includes('"sandbox::unknownoperation"');
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

  /**
   * Streams a request and its response with backpressure. When one side disconnects, the other is closed.
   * @param evicted aborted when another client needs the slot of the request
   */
  async forward(
    request: FastifyRequest,
    reply: FastifyReply,
    evicted: AbortSignal,
  ): Promise<FastifyReply> {
    const cancel = new EventEmitter();
    reply.raw.once('close', () => cancel.emit('abort'));
    evicted.addEventListener('abort', () => {
      if (reply.raw.headersSent) reply.raw.destroy();
      else cancel.emit('abort');
    });
    const body = bodyOf(request);
    let response;
    let pageError: string | undefined;
    try {
      response = await this.pool.request({
        path: request.url,
        method: request.method,
        headers: sandboxRequestHeaders(request.raw.rawHeaders, request, body !== undefined),
        body: body ?? null,
        signal: cancel,
      });
      if (response.statusCode === 404 && isPageRequest(request)) {
        pageError = await response.body.text();
      }
    } catch (error) {
      body?.destroy();
      closeIfUnread(body, reply);
      return sendError(reply, evicted.aborted ? forwardErrors.evicted() : toForwardError(error));
    }
    if (pageError !== undefined && isUnknownPath(pageError)) return sendNotFound(request, reply);
    void reply.code(response.statusCode).headers(sandboxResponseHeaders(response.headers));
    closeIfUnread(body, reply);
    if (request.method !== 'HEAD') return reply.send(pageError ?? response.body);
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
  const headers = {
    ...errorHeaders(body),
    ...(error.retryAfter !== undefined && { 'retry-after': error.retryAfter }),
  };
  closeGracefully(socket.end(rawResponse(error.status, headers, body)));
}

/** Serializes an upgrade request for the sandbox process. */
function upgradeRequest({ url, rawHeaders }: IncomingMessage, client: ClientInfo): string {
  const headers = sandboxRequestHeaders(rawHeaders, client, false);
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
  // One write: a second one could come after the process has rejected the request and closed, which would discard its response.
  const start = Buffer.from(upgradeRequest(request, client), 'latin1');
  upstream.write(head.length === 0 ? start : Buffer.concat([start, head]));
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
