import { apiUrl } from './api-documents.ts';

interface RawRequest {
  readonly target?: string;
  readonly method?: string;
  /** Lines after those of every request; may include another length of the body. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Returns the bytes of a request to the proxy, as text, without normalization. */
export function rawRequest({
  target = apiUrl,
  method = 'POST',
  headers,
  body = '{}',
}: RawRequest = {}) {
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

/** Returns the header that distinguishes the proxy's own responses from those of the platform. */
export function proxyErrorOf(response: string): string | undefined {
  return /^x-proxy-error: (\w+)\r$/im.exec(response)?.[1];
}
