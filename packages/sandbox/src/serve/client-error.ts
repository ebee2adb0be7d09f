import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorHeaders, rawResponse } from './raw-response.ts';

/** Requests that Node rejects before a handler sees them, by the code of its error. */
const rejections: Readonly<Record<string, { readonly status: number; readonly message: string }>> =
  {
    HPE_HEADER_OVERFLOW: {
      status: 431,
      message: 'The headers of the request are too large. Send fewer or shorter headers.',
    },
    ERR_HTTP_REQUEST_TIMEOUT: {
      status: 408,
      message: 'The request did not arrive in time. Send it again.',
    },
  };

/** An error of the parser, which has read `bytesParsed` bytes of `rawPacket`. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Name of the header in which the parser stopped (RFC 9110, 5.6.2); undefined elsewhere. */
function headerAt({ rawPacket, bytesParsed }: ParseError): string | undefined {
  const line = rawPacket?.toString('latin1', 0, bytesParsed).split('\r\n').at(-1) ?? '';
  return /^([\w!#$%&'*+.^`|~-]{1,100}):/.exec(line)?.[1];
}

function malformed(error: ParseError) {
  const name = headerAt(error);
  const subject = name === undefined ? 'request' : `header ${name}`;
  return {
    status: 400,
    message: `The ${subject} is not valid HTTP/1.1. Check each header: a name and a value on one line, without spaces in the name and without control characters in the value, such as a line break at the end of a key.`,
  };
}

/** An error in the format of the APIs, which every path of a server shares. */
const bodyOf = (message: string) =>
  JSON.stringify({
    success: false,
    error: message,
    errorcode: 1,
    reasonCode: 'generic::malformedrequest',
  });

const headersOf = (body: string) => ({
  ...errorHeaders(body),
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
});

/** Returns whether a request has its response, or a part of it, and one of them is incomplete. */
const isHalfDone = ({ headersSent, writableFinished, req }: ServerResponse) =>
  headersSent && !(writableFinished && req.complete);

/**
 * Responds to what is not HTTP, has headers that are too large or is late, and closes the connection (RFC 9112, 2.2; RFC 6585, 5;
 * RFC 9110, 15.5.9). A request that has a response gets no second one (RFC 9112, 9.2).
 * @param response of the last request
 */
export function respondToClientError(
  error: ParseError,
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  if (!socket.writable || (response && isHalfDone(response))) {
    socket.destroy();
    return;
  }
  const { status, message } = rejections[error.code ?? ''] ?? malformed(error);
  const body = bodyOf(message);
  socket.end(rawResponse(status, headersOf(body), body), () => socket.destroy());
}

export const rejectHost: RequestListener = (_request, response) => {
  const body = bodyOf('Send exactly one Host header.');
  response.writeHead(400, headersOf(body)).end(body);
};

export const rejectExpectation: RequestListener = (_request, response) => {
  const body = bodyOf('The only supported value of the header Expect is 100-continue.');
  response.writeHead(417, headersOf(body)).end(body);
};
