import { apiUrl } from './api-documents.ts';

interface RawCall {
  readonly target?: string;
  readonly method?: string;
  /** Lines after those that every call has; may name the length of the body in a way of their own. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Bytes of a call through the proxy, as text; nothing of it is mended on the way. */
export function rawCall({ target = apiUrl, method = 'POST', headers, body = '{}' }: RawCall = {}) {
  return [
    `${method} /proxy/${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    ...(headers ?? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]),
    '',
    body,
  ].join('\r\n');
}

/** Value of the header that tells the proxy's own answers from those of the platform. */
export function proxyErrorOf(answer: string): string | undefined {
  return /^x-proxy-error: (\w+)\r$/im.exec(answer)?.[1];
}
