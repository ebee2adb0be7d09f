import type { FastifyReply } from 'fastify';
import type { SandboxState } from './upstream.ts';

/** Why a request does not reach the sandbox, in the shape of its own errors. */
export interface Refusal {
  readonly status: 429 | 502 | 503 | 504;
  /** Reason code after `sandbox::`. */
  readonly reason: string;
  /** For readers: no path, no address. */
  readonly message: string;
  /** Seconds after which to try again; nothing where a second attempt could repeat what was done. */
  readonly retryAfter?: number;
}

const inSeconds = (seconds: number) => `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

/** Seconds that the process takes to start, at a guess. */
const startTime = 2;

/** @param now milliseconds since 1970 */
function secondsUntil(start: number, now: number): number {
  return Math.ceil(Math.max(0, start - now) / 1000) + startTime;
}

function unavailable(reason: string, text: string, retryAfter: number): Refusal {
  const message = `${text} Try again ${inSeconds(retryAfter)}.`;
  return { status: 503, reason, message, retryAfter };
}

/** The refusal of requests in a state; nothing while the sandbox is ready. None of them was passed on. */
export function refusalOf(state: SandboxState, now: number): Refusal | undefined {
  switch (state.kind) {
    case 'ready':
      return undefined;
    case 'stalled':
      return refusals.busy();
    case 'starting':
      return unavailable('starting', 'The sandbox is starting.', startTime);
    case 'restarting':
      return unavailable(
        'restarting',
        'The sandbox is restarting.',
        secondsUntil(state.startsAt, now),
      );
    case 'unusable':
      return unavailable(
        'unusable',
        `${state.reason} The operator of this server finds what to do in its log.`,
        secondsUntil(state.startsAt, now),
      );
    case 'stopping':
      return unavailable('stopping', 'This server is shutting down.', 5);
  }
}

export const refusals = {
  /** The connection to the process was refused: nothing was passed on. */
  restarting: () => unavailable('restarting', 'The sandbox is restarting.', startTime),
  interrupted: (): Refusal => ({
    status: 502,
    reason: 'interrupted',
    message:
      'The sandbox stopped before it responded. The request may or may not have been carried out: check before you send it again.',
  }),
  timeout: (seconds: number): Refusal => ({
    status: 504,
    reason: 'timeout',
    message: `The sandbox did not respond within ${seconds} seconds. The request may or may not have been carried out: check before you send it again.`,
  }),
  tooManyInFlight: (max: number): Refusal => ({
    status: 429,
    reason: 'toomanyinflight',
    message: `The sandbox takes ${max} requests of one address at a time. Wait for a response, then try again.`,
    retryAfter: 1,
  }),
  busy: () => unavailable('busy', 'The sandbox is busy with other requests.', 2),
  tooManyRequests: (max: number, window: number, retryAfter: number): Refusal => ({
    status: 429,
    reason: 'toomanyrequests',
    message: `The sandbox takes ${max} requests of one address in ${window / 1000} seconds. Try again ${inSeconds(retryAfter)}.`,
    retryAfter,
  }),
} as const;

/** The envelope that most calls of the sandbox have for errors. */
export function refusalBody({ reason, message }: Refusal): object {
  return { success: false, error: message, errorcode: 1, reasonCode: `sandbox::${reason}` };
}

/** Responds with a refusal, which pages of any origin may read like every response of the sandbox. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'retry-after')
    .send(refusalBody(refusal));
}
