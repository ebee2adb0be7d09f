import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** Hop-by-hop headers, which are not forwarded (RFC 9110, 7.6.1). */
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

/** Headers that the server sets itself, whatever the client sent. */
const replaced = /^(?:host|expect|forwarded|x-forwarded-.*)$/;

/** The client of a request, as the server sees it. */
export interface ClientInfo {
  readonly ip: string;
  readonly protocol: string;
  /** Name and port that the client used. */
  readonly host: string;
}

/** Returns the non-empty values of a comma-separated header, without the spaces around them. */
export function valuesOf({ headers }: IncomingMessage, name: string): string[] {
  const values = [headers[name] ?? ''].flat().join().split(',');
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/**
 * Returns the client of a raw upgrade request, like `request.ip`, `protocol` and `host` of Fastify.
 * @param trustProxy whether a reverse proxy names its clients in `X-Forwarded-*`
 */
export function clientOf(request: IncomingMessage, trustProxy: boolean): ClientInfo {
  const { socket, headers } = request;
  const direct = {
    ip: socket.remoteAddress ?? '',
    protocol: socket instanceof TLSSocket ? 'https' : 'http',
    host: headers.host ?? '',
  };
  if (!trustProxy) return direct;
  return {
    ip: valuesOf(request, 'x-forwarded-for').at(-1) ?? direct.ip,
    protocol: valuesOf(request, 'x-forwarded-proto').at(-1) ?? direct.protocol,
    host: valuesOf(request, 'x-forwarded-host').at(-1) ?? direct.host,
  };
}

/**
 * Returns the request headers for the sandbox, as alternating names and values.
 * @param rawHeaders as received, alternating names and values
 * @param hasBody whether a body is forwarded, which keeps `content-length`
 */
export function sandboxRequestHeaders(
  rawHeaders: readonly string[],
  { ip, protocol, host }: ClientInfo,
  hasBody: boolean,
): string[] {
  const listed = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[at + 1] ?? '').split(',')) listed.add(name.trim().toLowerCase());
  }
  const headers = ['host', host, 'x-forwarded-for', ip, 'x-forwarded-proto', protocol];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (hopByHop.has(name) || listed.has(name) || replaced.test(name)) continue;
    if (hasBody || name !== 'content-length') headers.push(name, rawHeaders[at + 1] ?? '');
  }
  return headers;
}

/** Returns the response headers for the client: all but hop-by-hop headers. */
export function sandboxResponseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const returned: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name)) returned[name] = value;
  }
  return returned;
}
