import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on a free port of the loopback address. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

/**
 * Sends raw bytes, and returns what the server sends until it closes the connection.
 * @param request whole request, or the part that a slow client has sent
 */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    let response = '';
    let error: NodeJS.ErrnoException | undefined;
    socket.setEncoding('latin1').on('data', (part: string) => (response += part));
    socket.on('error', (reason) => (error = reason));
    // A server may reset the connection of a client that is still sending: the response still counts.
    socket.on('close', () => (error && response === '' ? reject(error) : resolve(response)));
  });
}

/** Text of a GET request that asks the server to close the connection. */
export function getRequest(target: string, headers: readonly string[] = []): string {
  return [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');
}

/** Status code of a raw response; NaN when it is not an HTTP response. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? NaN);
}
