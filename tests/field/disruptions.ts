/**
 * What happens to a request, a message or a connection instead of success.
 *
 * - `unreachable`: no connection
 * - `stall`: the connection opens, and its TLS handshake does not end
 * - `drop`: the connection ends before the request arrives
 * - `lose`: the request arrives, and the connection ends before the response
 * - `cut`: the request arrives, and the connection ends in the middle of the response
 * - `silence`: the request does not arrive, and nothing else happens
 * - `empty`: the request arrives, and the response has no body
 * - `repeat`: a message to the device arrives twice
 * - a number: this HTTP status, or this return code of a CONNACK
 * - `reject`: this error code in a response to a request, which does not arrive
 * - `delay`: milliseconds that the connection takes longer
 */
export type Effect =
  | 'unreachable'
  | 'stall'
  | 'drop'
  | 'lose'
  | 'cut'
  | 'silence'
  | 'empty'
  | 'repeat'
  | number
  | { readonly reject: number }
  | { readonly delay: number };

/** A disruption at a named point: `open`, `connack`, an HTTP path such as `/submitData`, or a topic suffix such as `submitdata`. */
export interface Disruption {
  readonly at: string;
  readonly effect: Effect;
  /** How often it happens, one after the other; once by default, Infinity for always. */
  readonly times?: number;
  /** How many requests at this point succeed before. */
  readonly after?: number;
  /** Applies only to bodies that contain this text. */
  readonly body?: string;
  /** Value of the header `Retry-After`: seconds or a date (RFC 9110, 10.2.3). */
  readonly retryAfter?: number | string;
}

/** The disruptions of a scenario, and how many were injected. */
export class Disruptions {
  /** Names of the injected disruptions, in order. */
  readonly injected: string[] = [];
  private readonly pending: { readonly disruption: Disruption; skip: number; left: number }[];

  constructor(disruptions: readonly Disruption[]) {
    this.pending = disruptions.map((disruption) => ({
      disruption,
      skip: disruption.after ?? 0,
      left: disruption.times ?? 1,
    }));
  }

  /** Whether all of them have happened. */
  get isOver(): boolean {
    return this.pending.every(({ left }) => left === 0 || left === Infinity);
  }

  /** Returns the disruption at a point, if any. It counts as injected. */
  take(at: string, body = ''): Disruption | undefined {
    const found = this.pending.find(
      ({ disruption, left }) =>
        left > 0 && disruption.at === at && body.includes(disruption.body ?? ''),
    );
    if (!found) return undefined;
    if (found.skip > 0) {
      found.skip -= 1;
      return undefined;
    }
    found.left -= 1;
    this.injected.push(`${at} ${JSON.stringify(found.disruption.effect)}`);
    return found.disruption;
  }
}

/** Simulated time in milliseconds since 1970. */
export class SimulatedClock {
  private ms = Date.now();

  readonly now = (): number => this.ms;

  set(ms: number): void {
    this.ms = Math.max(this.ms, Math.round(ms));
  }

  advance(ms: number): void {
    this.ms += Math.round(ms);
  }
}
