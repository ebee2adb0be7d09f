import type { FastifyReply } from 'fastify';
import type { SandboxState } from './upstream.ts';

/** Why a request does not reach the sandbox, in the sandbox's error format. */
export interface ForwardError {
  readonly status: 429 | 502 | 503 | 504;
  /** Reason code after `sandbox::`. */
  readonly reason: string;
  /** For users: contains no path and no address. */
  readonly message: string;
  /** Seconds after which to try again; undefined where a retry could repeat an effect. */
  readonly retryAfter?: number;
}

const inSeconds = (seconds: number) => `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

/** Estimated startup time of the process, in seconds. */
const startTime = 2;

/** @param now milliseconds since 1970 */
function secondsUntil(start: number, now: number): number {
  return Math.ceil(Math.max(0, start - now) / 1000) + startTime;
}

function unavailable(reason: string, text: string, retryAfter: number): ForwardError {
  const message = `${text} Try again ${inSeconds(retryAfter)}.`;
  return { status: 503, reason, message, retryAfter };
}

const unknownEffect =
  'The request may or may not have been carried out: check before you send it again.';

export const forwardErrors = {
  /** Connection refused by the process: nothing was forwarded. */
  restarting: () => unavailable('restarting', 'The sandbox is restarting.', startTime),
  interrupted: (): ForwardError => ({
    status: 502,
    reason: 'interrupted',
    message: `The sandbox stopped before it responded. ${unknownEffect}`,
  }),
  timeout: (seconds: number): ForwardError => ({
    status: 504,
    reason: 'timeout',
    message: `The sandbox did not respond within ${seconds} seconds. ${unknownEffect}`,
  }),
  tooManyInFlight: (max: number): ForwardError => ({
    status: 429,
    reason: 'toomanyinflight',
    message: `The sandbox accepts ${max} requests in flight per address. Wait for a response, then try again.`,
    retryAfter: 1,
  }),
  busy: () => unavailable('busy', 'The sandbox is busy with other requests.', 2),
  tooManyRequests: (max: number, window: number, retryAfter: number): ForwardError => ({
    status: 429,
    reason: 'toomanyrequests',
    message: `The sandbox accepts ${max} requests per address in ${window / 1000} seconds. Try again ${inSeconds(retryAfter)}.`,
    retryAfter,
  }),
} as const;

/** Returns the error for requests in a state; undefined while the sandbox is ready. Nothing was forwarded. */
export function stateError(state: SandboxState, now: number): ForwardError | undefined {
  switch (state.kind) {
    case 'ready':
      return undefined;
    case 'stalled':
      return forwardErrors.busy();
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
        `${state.reason} The server log tells its operator what to do.`,
        secondsUntil(state.startsAt, now),
      );
    case 'stopping':
      return unavailable('stopping', 'This server is shutting down.', 5);
  }
}

/** The error envelope of most sandbox operations. */
export function errorBody({ reason, message }: ForwardError): object {
  return { success: false, error: message, errorcode: 1, reasonCode: `sandbox::${reason}` };
}

/** Sends an error. Pages of any origin may read it, like every response of the sandbox. */
export function sendError(reply: FastifyReply, error: ForwardError): FastifyReply {
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'retry-after')
    .send(errorBody(error));
}
