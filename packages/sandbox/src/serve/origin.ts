import type { IncomingMessage } from 'node:http';

/** Whether a `Host` header names this machine. */
export const isLoopbackName = (host: string) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);

const isLoopbackAddress = (address = '') => /^(?:::ffff:)?127\.|^::1$/.test(address);

/** Headers that reverse proxies add (RFC 7239; RFC 9110, 7.6.3). */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Where a request came from. */
export type Origin =
  /** A program on this machine, or a page of this server. */
  | 'local'
  /** This machine, under the name of another host: a page of a website (DNS rebinding), or a reverse proxy. */
  | 'foreign'
  /** Another machine, or a client of a trusted proxy. */
  | 'remote';

/**
 * Returns where a request came from. All that this machine may do more than others depends on it.
 * @param trustProxy whether the server is behind a reverse proxy, which passes requests for its own host name to this machine
 */
export function originOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustProxy: boolean,
): Origin {
  if (trustProxy || !isLoopbackAddress(socket.remoteAddress)) return 'remote';
  const isDirect = proxyHeaders.every((name) => headers[name] === undefined);
  return isDirect && isLoopbackName(headers.host ?? '') ? 'local' : 'foreign';
}
