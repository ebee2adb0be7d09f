import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ProtocolError, protocolLimits, refusals } from '@anedya-docs/search/protocol';
import { stackFrames } from '../stack-frames.ts';

/** Sends a refusal in the provider's shape. */
export function refuse(reply: FastifyReply, error: ProtocolError): FastifyReply {
  return reply.code(error.status).send(errorBody(error));
}

/** Faults that the server finds before the protocol reads the body, in the provider's shape. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status === 413) return refuse(reply, refusals.tooLarge(protocolLimits.bodyBytes));
  if (status < 500) return refuse(reply, new ProtocolError(400, error.message));
  // Its message could repeat what the reader typed.
  request.log.error({ fault: error.name, stack: stackFrames(error) }, 'search failed');
  return reply.code(500).send({ message: 'Internal error', status: 500 });
}
