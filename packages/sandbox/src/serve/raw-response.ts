import { STATUS_CODES } from 'node:http';

/** Headers of an error as JSON that ends the connection. */
export const errorHeaders = (body: string) => ({
  connection: 'close',
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
});

/** Returns a response of HTTP/1.1 as text, for a socket without a `ServerResponse`. */
export function rawResponse(
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: string,
): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields, '', body].join('\r\n');
}
