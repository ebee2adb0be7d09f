import {
  LogController,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';

const maxPathLength = 200;

/** The proxy's path, or a path that contains a URL: the rest may contain user info. */
const beforeUrl = /(\/proxy\/|\/(?=[a-z]+:\/)).*/is;

/**
 * Returns the path of a request without its query, which may contain what a user typed, and without a URL in it, truncated.
 * Requests to the proxy have a constant path already; this covers misspelled ones.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(beforeUrl, '$1').slice(0, maxPathLength);
}

/**
 * Returns options for structured request logs without query strings, headers, bodies or addresses.
 * @param stream destination of the lines; standard output by default
 */
export function loggerOptions(
  level: string,
  stream?: { write(line: string): void },
): FastifyLoggerOptions & { stream?: { write(line: string): void } } {
  return {
    level,
    ...(stream && { stream }),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request.url) }),
      res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        stack: error.stack ?? '',
        ...(error.code !== undefined && { code: error.code }),
      }),
    },
  } as FastifyLoggerOptions & { stream?: { write(line: string): void } };
}

type LoggedError = Error & { readonly code?: string };

/** Logs requests as Fastify does, except that a client that disconnects, as browsers often do, is not an error. */
export class RequestLog extends LogController {
  override requestCompleted(
    error: LoggedError | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!this.logsDisconnect(error, reply)) super.requestCompleted(error, request, reply);
  }

  override streamError(error: LoggedError, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.logsDisconnect(error, reply)) super.streamError(error, request, reply);
  }

  override defaultErrorLog(error: LoggedError, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.logsDisconnect(error, reply)) super.defaultErrorLog(error, request, reply);
  }

  private logsDisconnect(error: LoggedError | null | undefined, reply: FastifyReply): boolean {
    if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE') return false;
    reply.log.info({ res: reply }, 'Client disconnected');
    return true;
  }
}

const levelNames: Readonly<Record<number, string>> = { 40: 'Warning', 50: 'Error', 60: 'Error' };

/** Formats log lines as sentences, for a person at a terminal. */
export function sentences(output: { write(text: string): unknown }): { write(line: string): void } {
  return {
    write: (line) => {
      const { level, msg, err } = JSON.parse(line) as {
        readonly level: number;
        readonly msg?: string;
        readonly err?: { readonly message: string };
      };
      const text = [msg, err?.message].filter((part, at, all) => part && all.indexOf(part) === at);
      output.write(`${levelNames[level] ?? 'Note'}: ${text.join(': ')}\n`);
    },
  };
}

/** Returns the stack frames of an error without its message, which could repeat what a client sent. */
export function stackFrames(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}
