import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';
import { checkAnswer, passedHeaders } from './answer-headers.ts';
import { boundedBody } from './bounded-body.ts';
import { ProxyCall } from './call.ts';
import { ProxyFault } from './fault.ts';
import { faults } from './faults.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** Tells an answer of the platform from that of a host that has no proxy. */
const passedMark = 'x-proxied';

/** Ends a call after its time: also where a reader takes the answer too slowly, and when it is on its way already. */
function endAfter(milliseconds: number, call: ProxyCall, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    call.cancel.abort(faults.upstreamTimeout(milliseconds));
    if (!reply.raw.headersSent) return;
    call.outcome = 'upstream_timeout';
    reply.raw.destroy();
  }, milliseconds);
  reply.raw.once('close', () => clearTimeout(timer));
}

function sendAnswer(answer: UpstreamAnswer, call: ProxyCall, reply: FastifyReply): FastifyReply {
  const { answerBytes } = limits.proxy;
  try {
    checkAnswer(answer.status, answer.headers, answerBytes);
  } catch (error) {
    answer.body.on('error', () => undefined).destroy();
    throw error;
  }
  call.outcome = 'passed';
  const body = boundedBody(answerBytes);
  // The status may be sent already: then the cut connection tells the reader, and the metric the operator.
  body.on('error', (error) => {
    if (error instanceof ProxyFault) call.outcome = error.code;
  });
  pipeline(answer.body, body, () => undefined);
  return reply
    .code(answer.status)
    .headers({ ...passedHeaders(answer.headers), [passedMark]: '1' })
    .send(body);
}

/** Makes the call that the hooks before have checked, and streams its answer. */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  upstream: Upstream,
  totalTime: number,
): Promise<FastifyReply> {
  const call = ProxyCall.of(request);
  const { url, headers, cancel } = call;
  if (!url) throw new Error('a call is forwarded before its target is checked');
  endAfter(totalTime, call, reply);
  const answer = upstream.call({
    url,
    method: request.method,
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    signal: cancel.signal,
  });
  call.upstream = answer;
  return sendAnswer(await answer, call, reply);
}
