import {
  LogController,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';

const longestPath = 200;

/** The path of the proxy, or one that a URL stands in: what follows may carry user info. */
const beforeUrl = /(\/proxy\/|\/(?=[a-z]+:\/)).*/is;

/**
 * Path of a request without its query, which may hold what a reader typed, and without a URL in it, cut to a bounded
 * length. The proxy's own requests have a constant path; this covers the near misses.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(beforeUrl, '$1').slice(0, longestPath);
}

/**
 * Structured request logs that carry no query string, header, body or address.
 * @param stream where lines go; standard output unless given
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

/** Logs requests as Fastify does, except that a client that leaves, as readers do at every other page, is no error. */
export class RequestLog extends LogController {
  override requestCompleted(
    error: LoggedError | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!this.logsLeaving(error, reply)) super.requestCompleted(error, request, reply);
  }

  override streamError(error: LoggedError, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.logsLeaving(error, reply)) super.streamError(error, request, reply);
  }

  override defaultErrorLog(error: LoggedError, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.logsLeaving(error, reply)) super.defaultErrorLog(error, request, reply);
  }

  private logsLeaving(error: LoggedError | null | undefined, reply: FastifyReply): boolean {
    if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE') return false;
    reply.log.info({ res: reply }, 'client closed the connection');
    return true;
  }
}

const levelNames: Readonly<Record<number, string>> = { 40: 'Warning', 50: 'Error', 60: 'Error' };

/** Writes lines of the log as sentences, for a person at a terminal. */
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
