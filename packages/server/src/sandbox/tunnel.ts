import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { forwardedHeaders, type ClientOf } from './headers.ts';
import { refusalBody, refusals, type Refusal } from './refusal.ts';

/** Time for the last bytes to reach a side whose other side has gone, in milliseconds. */
const flushTime = 5_000;

/** Responds to a request to upgrade with a refusal, and closes the connection. */
export function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(refusalBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refusal.retryAfter === undefined ? [] : [`Retry-After: ${refusal.retryAfter}`]),
  ];
  closeSoon(socket.end(`${head.join('\r\n')}\r\n\r\n${body}`));
}

/** Closes a stream once its bytes are sent, or after a time. */
function closeSoon(stream: Duplex): void {
  if (stream.destroyed) return;
  const timer = setTimeout(() => stream.destroy(), flushTime).unref();
  stream.once('close', () => {
    clearTimeout(timer);
  });
  stream.end(() => stream.destroy());
}

/** The request as the sandbox's process gets it. */
function requestText({ url, rawHeaders }: IncomingMessage, client: ClientOf): string {
  const headers = forwardedHeaders(rawHeaders, client, false);
  headers.push('connection', 'Upgrade', 'upgrade', 'websocket');
  const lines = [`GET ${url} HTTP/1.1`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Connects a request for WebSocket to the sandbox's process, whose bytes and those of the client then pass as they are, with
 * backpressure.
 * @param head bytes of the client that came with the request
 * @param socketPath at which the process listens
 */
export function openTunnel(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  socketPath: string,
  client: ClientOf,
): void {
  const inner = connect(socketPath);
  inner.write(requestText(request, client), 'latin1');
  inner.write(head);
  // Each side's end or error closes the other one; without a listener, an error would end the process.
  inner.on('error', () => undefined);
  socket.on('error', () => undefined);
  inner.on('close', () => {
    if (inner.bytesRead > 0) closeSoon(socket);
    else if (!socket.destroyed) refuseUpgrade(socket, refusals.restarting());
  });
  socket.on('close', () => {
    closeSoon(inner);
  });
  inner.pipe(socket, { end: false });
  socket.pipe(inner);
}
