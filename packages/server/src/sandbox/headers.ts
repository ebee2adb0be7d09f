import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the server itself says of a client, whatever the client has claimed. */
const replaced = /^(?:host|expect|forwarded|x-forwarded-.*)$/;

/** The client of a request, as the server sees it. */
export interface ClientOf {
  readonly ip: string;
  readonly protocol: string;
  /** Name and port that the client used. */
  readonly host: string;
}

/** Values of a header, with commas between them, that say something. */
function valuesOf({ headers }: IncomingMessage, name: string): string[] {
  const values = [headers[name] ?? ''].flat().join().split(',');
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/**
 * The client of a request that Fastify does not see, by the rules of Fastify's `ip`, `protocol` and `host`.
 * @param trustProxy whether a proxy before the server names its clients in `X-Forwarded-*`
 */
export function clientOf(request: IncomingMessage, trustProxy: boolean): ClientOf {
  const { socket, headers } = request;
  const own = {
    ip: socket.remoteAddress ?? '',
    protocol: socket instanceof TLSSocket ? 'https' : 'http',
    host: headers.host ?? '',
  };
  if (!trustProxy) return own;
  return {
    ip: valuesOf(request, 'x-forwarded-for').at(0) ?? own.ip,
    protocol: valuesOf(request, 'x-forwarded-proto').at(-1) ?? own.protocol,
    host: valuesOf(request, 'x-forwarded-host').at(-1) ?? own.host,
  };
}

/**
 * Headers for the sandbox, as names and values in turns.
 * @param rawHeaders as they came, names and values in turns
 * @param hasBody whether a body is passed on, whose length is told then
 */
export function forwardedHeaders(
  rawHeaders: readonly string[],
  { ip, protocol, host }: ClientOf,
  hasBody: boolean,
): string[] {
  const named = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  const headers = ['host', host, 'x-forwarded-for', ip, 'x-forwarded-proto', protocol];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (hopByHop.has(name) || named.has(name) || replaced.test(name)) continue;
    if (hasBody || name !== 'content-length') headers.push(name, rawHeaders[at + 1] ?? '');
  }
  return headers;
}

/** Headers of a response that are passed to the client. */
export function passedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name)) passed[name] = value;
  }
  return passed;
}
