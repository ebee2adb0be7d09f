/** A refusal in the provider's shape: its body is `{ message, status }`. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  constructor(
    /** HTTP status. */
    readonly status: 400 | 403 | 404 | 413 | 429,
    message: string,
  ) {
    super(message);
  }
}

/** What went wrong, in the provider's words where those are known. */
export const refusals = {
  /** @param place where in the body, such as `requests[0].page` */
  badValue: (place: string, expected: string) =>
    new ProtocolError(400, `Invalid value for "${place}": expected ${expected}`),
  badJson: (line: number, column: number) =>
    new ProtocolError(400, `Invalid JSON: unexpected content at line ${line}, column ${column}`),
  unknownParameter: (place: string) => new ProtocolError(400, `Unknown parameter: ${place}`),
  unsupportedParameter: (place: string) =>
    new ProtocolError(400, `Parameter not supported by this server: ${place}`),
  tooManyRequestsInCall: () => new ProtocolError(400, 'Too many queries in multi query request'),
  badCredentials: () => new ProtocolError(403, 'Invalid Application-ID or API key'),
  unknownIndex: (name: string) => new ProtocolError(404, `Index ${name} does not exist`),
  unknownPath: () => new ProtocolError(404, 'Path not found'),
  tooLarge: (bytes: number) =>
    new ProtocolError(413, `Request body too large: at most ${bytes} bytes`),
  tooManyCalls: () => new ProtocolError(429, 'Too many requests'),
} as const;

/** Body of a refusal. */
export function errorBody(error: ProtocolError): { message: string; status: number } {
  return { message: error.message, status: error.status };
}
