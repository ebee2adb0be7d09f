import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultCode } from './fault-codes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present on requests to the proxy. */
    proxyCall: ProxyCall | null;
  }
}

/** How a request to the proxy ended: the whole set of values of the metric's label. */
export type Outcome = FaultCode | 'passed' | 'preflight' | 'client_gone' | 'failed';

/** Why a call ends whose answer nobody waits for. One for all, since nobody is told. */
const gone = new Error('the client is gone');

/** What the proxy keeps of one request between its hooks. */
export class ProxyCall {
  /** Set by whoever answers or cuts the answer; the last word counts. */
  outcome: Outcome | undefined;
  url: URL | undefined;
  headers: Readonly<Record<string, string>> = {};
  /** Cancels what goes on upstream; its reason is what the call fails with. */
  readonly cancel = new AbortController();
  /** Settles when nothing goes on upstream any more: a canceled call may still be connecting. */
  upstream: Promise<unknown> = Promise.resolve();
  private release: () => void = () => undefined;
  private over = false;

  /** @param count gets the outcome once the answer is sent, cut or without anyone to read it */
  static begin(
    request: FastifyRequest,
    { raw }: FastifyReply,
    count: (outcome: Outcome) => void,
  ): ProxyCall {
    const call = new ProxyCall();
    request.proxyCall = call;
    let whole = false;
    raw.once('finish', () => (whole = true));
    raw.once('close', () => {
      call.over = true;
      const { outcome = 'client_gone' } = call;
      count(outcome === 'passed' && !whole ? 'client_gone' : outcome);
      if (!whole) call.cancel.abort(gone);
      void Promise.allSettled([call.upstream]).then(call.release);
    });
    return call;
  }

  /** Keeps a slot until the call is over, which it may be already: a client can leave at any time. */
  hold(release: () => void): void {
    if (this.over) release();
    else this.release = release;
  }

  /** @throws Error when the request is not for the proxy */
  static of({ proxyCall }: FastifyRequest): ProxyCall {
    if (!proxyCall) throw new Error('a handler of the proxy runs outside of it');
    return proxyCall;
  }
}
