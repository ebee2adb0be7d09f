import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Api, ApiCall } from '../core/api/call-table.ts';
import { CallError } from '../core/call-error.ts';
import type { JsonObject } from '../core/context.ts';
import { RetryLater, storeFailure } from '../core/store-failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route, whose envelope its errors have too. */
    sandboxCall?: ApiCall;
  }
  interface FastifyRequest {
    /** The API that was asked for a call it does not have. */
    sandboxApi: Api | undefined;
    /** Request id that the response repeats, once it is known. */
    sandboxReqId: string | undefined;
  }
}

function ofFramework(error: FastifyError, request: FastifyRequest): CallError | undefined {
  const status = error.statusCode ?? 500;
  if (status === 413) {
    const text = `The body is larger than ${request.routeOptions.bodyLimit} bytes. Send less at once.`;
    return new CallError(413, 'sandbox::bodytoolarge', text);
  }
  if (status >= 500) return undefined;
  return new CallError(status, 'generic::malformedrequest', `${error.message}.`);
}

/** A failure of no call in particular, in the envelope that most calls of its API have. */
function plainFailure({ message, code, reason }: CallError, api: Api | undefined): JsonObject {
  const failure = { success: false, error: message, errorcode: code };
  return api === 'device' ? failure : { ...failure, reasonCode: reason };
}

/** What goes to the log: where it happened. Messages of a database can quote what a reader has stored. */
function frames({ name, stack }: Error) {
  return { error: name, stack: (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) };
}

/** Sends the error response for what a handler or the framework has thrown, without details of an error of the sandbox itself. */
export function handleError(
  error: FastifyError | CallError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known =
    error instanceof CallError ? error : (storeFailure(error) ?? ofFramework(error, request));
  if (!known) request.log.error(frames(error), 'sandbox call failed');
  const failure =
    known ?? new CallError(500, 'sandbox::failed', 'The sandbox failed. Nothing was written.');
  if (failure instanceof RetryLater) void reply.header('retry-after', failure.seconds);
  const { sandboxCall } = request.routeOptions.config;
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(
      sandboxCall?.envelope.failure(failure, request.sandboxReqId) ??
        plainFailure(failure, request.sandboxApi),
    );
}
