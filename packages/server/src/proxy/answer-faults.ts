import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { stackFrames } from '../stack-frames.ts';
import { passedNames } from './answer-headers.ts';
import { ProxyCall } from './call.ts';
import { ProxyFault } from './fault.ts';
import { faults } from './faults.ts';

/** The fault behind an error; undefined for a mistake of the proxy itself. */
function toFault(error: FastifyError | ProxyFault): ProxyFault | undefined {
  if (error instanceof ProxyFault) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) return faults.bodyTooLarge();
  return status < 500
    ? faults.headersInvalid('The body or its type does not fit the headers')
    : undefined;
}

/** Sends a fault as JSON and in the header that tells it from an answer of the platform. */
export function answerFault(
  error: FastifyError | ProxyFault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fault = toFault(error);
  ProxyCall.of(request).outcome = fault?.code ?? 'failed';
  // The answer could have begun to take shape before it broke.
  for (const name of passedNames) {
    void reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  void reply.type('application/json; charset=utf-8');
  if (!fault) {
    request.log.error({ fault: error.name, stack: stackFrames(error) }, 'proxy failed');
    return reply.code(500).send({ message: 'Internal error' });
  }
  void reply.code(fault.status).header('x-proxy-error', fault.code);
  if (fault.retryAfter !== undefined) void reply.header('retry-after', fault.retryAfter);
  return reply.send(fault.body);
}
