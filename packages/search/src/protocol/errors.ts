/** An error in the provider's format: its response body is `{ message, status }`. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  constructor(
    /** HTTP status. */
    readonly status: 400 | 403 | 404 | 405 | 413 | 429,
    message: string,
  ) {
    super(message);
  }
}

/** Errors with the provider's messages where those are known. */
export const protocolErrors = {
  /** @param path in the request body, such as `requests[0].page` */
  badValue: (path: string, expected: string) =>
    new ProtocolError(400, `Invalid value for "${path}": expected ${expected}`),
  badJson: () => new ProtocolError(400, 'Invalid JSON'),
  unknownParameter: (path: string) => new ProtocolError(400, `Unknown parameter: ${path}`),
  unsupportedParameter: (path: string) =>
    new ProtocolError(400, `Parameter not supported by this server: ${path}`),
  tooManyQueries: () => new ProtocolError(400, 'Too many queries in multi query request'),
  badCredentials: () => new ProtocolError(403, 'Invalid Application-ID or API key'),
  unknownIndex: (name: string) => new ProtocolError(404, `Index ${name} does not exist`),
  unknownPath: () => new ProtocolError(404, 'Path not found'),
  /** @param allow methods of the path */
  methodNotAllowed: (allow: string) => new ProtocolError(405, `Use ${allow} for this path`),
  tooLarge: (bytes: number) =>
    new ProtocolError(413, `Request body too large: at most ${bytes} bytes`),
  /** @param seconds after which to try again */
  tooManyRequests: (seconds: number) =>
    new ProtocolError(429, `Too many requests: try again in ${seconds} s`),
} as const;

/** Returns the response body of an error. */
export function errorBody(error: ProtocolError): { message: string; status: number } {
  return { message: error.message, status: error.status };
}
