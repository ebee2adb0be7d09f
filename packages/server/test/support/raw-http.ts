import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Opens the server on a free port of the loopback address. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

/**
 * Sends bytes as they are, and collects what comes back until the server closes the connection.
 * @param request whole request, or the part of one that a slow client has sent
 */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    let answer = '';
    let fault: NodeJS.ErrnoException | undefined;
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('error', (error) => (fault = error));
    // A server may reset the connection of a client that is still sending: the answer counts all the same.
    socket.on('close', () => (fault && answer === '' ? reject(fault) : resolve(answer)));
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

/** Status code of a raw answer; NaN when it is not an HTTP answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? NaN);
}
