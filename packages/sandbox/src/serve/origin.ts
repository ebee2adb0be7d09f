import type { IncomingMessage } from 'node:http';
import { decodedPath } from '../core/paths.ts';

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

/**
 * Whether a request creates a project, by the path as the sandbox reads it: without dot segments and percent-encoding. A page of
 * a website must not use the limits of this machine (DNS rebinding).
 * @param prefix path of the sandbox
 */
export function createsProject(
  { method, url }: { readonly method: string; readonly url: string },
  prefix: string,
): boolean {
  const base = 'http://sandbox.invalid';
  if (method !== 'POST' || !URL.canParse(url, base)) return false;
  return decodedPath(new URL(url, base).pathname).startsWith(`${prefix}/projects`);
}
