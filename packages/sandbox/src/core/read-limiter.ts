import type { Clock, ReadContext } from './context.ts';
import { CallError, RetryLater } from './errors.ts';
import { limits, type Rate } from './limits.ts';
import { TokenBuckets } from './token-bucket.ts';

/**
 * Creates the error for a read whose response would have more than `limits.reads.responseBytes`.
 * @param advice a sentence that says how to read less
 */
export function responseTooLarge(advice: string): CallError {
  const text = `The response would have more than ${limits.reads.responseBytes} bytes, the maximum of this sandbox. ${advice}`;
  return new CallError(413, 'sandbox::responsetoolarge', text);
}

/**
 * Shares the event loop among long work. Code that works in slices waits for a turn after each, and one turn is given in each
 * iteration of the loop: however many work at once, no more than one slice lies between two looks at the network.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** @param soon runs an action in a later iteration of the event loop */
  constructor(private readonly soon: (action: () => void) => void) {}

  /** Resolves with the caller's turn, after those who have waited longer. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.soon(this.give);
    });
  }

  private readonly give = (): void => {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) this.soon(this.give);
  };
}

/** What a pause is charged beside the rows before it: a query that returns none costs something too. */
const queryCost = 50;

/** Cost of the work between two turns: a few milliseconds. */
const sliceCost = 1500;

/** How long a response may take before it is cut to let other reads start, in milliseconds. */
const patience = 5000;

/** Seconds after which a slot is likely to be free, at a guess. */
const soon = 2;

/** A bound of all together, and of each project and each client. */
interface Bound {
  readonly all: number;
  readonly each: number;
}

/** See `limits.reads`. */
interface ReadLimits {
  readonly responseBytes: number;
  readonly running: Bound;
  readonly waiting: Bound;
  readonly heldBytes: Bound;
  readonly cost: Rate;
  readonly bytesPerRow: number;
}

/** Who a large read is for: what its limits are counted by. */
export interface Reader {
  readonly projectId: string;
  /** Address of the client, or what stands for it; a session of the broker has none. */
  readonly client?: string;
  /** Aborted when the client has gone: its read ends. */
  readonly gone?: AbortSignal;
}

/** A large read that may run. */
export interface ReadLease extends Pick<ReadContext, 'pause'> {
  /**
   * The read is done. Its response of so many bytes is held until `end`.
   * @param cut ends the response before it is sent
   */
  sending(bytes: number, cut: () => void): void;
  /** Releases the read. A second call does nothing. */
  readonly end: () => void;
}

/** What all together, one project or one client have of the limits. */
interface Use {
  running: number;
  waiting: number;
  heldBytes: number;
}

/** A response that a client is taking. */
interface Response {
  readonly since: number;
  readonly cut: () => void;
}

interface Waiting {
  readonly keys: readonly string[];
  readonly start: () => void;
  readonly reject: (error: CallError) => void;
}

/** What the limits of a reader are counted by. */
function keysOf({ projectId, client }: Omit<Reader, 'gone'>): readonly string[] {
  return [`project ${projectId}`, ...(client === undefined ? [] : [`client ${client}`])];
}

function clientGone(): CallError {
  return new CallError(499, 'sandbox::clientgone', 'The client has closed its connection.');
}

/**
 * Bounds what large reads cost others: how many run, how many bytes of their responses wait for slow clients, and how much one
 * project or one client reads in the long run. Of the reads that wait, the one whose reader has read least starts first.
 */
export class ReadLimiter {
  private readonly all: Use = { running: 0, waiting: 0, heldBytes: 0 };
  private readonly uses = new Map<string, Use>();
  private readonly costs: TokenBuckets;
  private readonly queue: Waiting[] = [];
  /** Those that have taken longest first. */
  private readonly responses = new Set<Response>();

  constructor(
    private readonly turns: Turns,
    private readonly clock: Clock,
    private readonly bounds: ReadLimits = limits.reads,
  ) {
    this.costs = new TokenBuckets(bounds.cost, clock);
  }

  /** What all large reads have of the limits now. */
  get inUse(): Readonly<Use> {
    return { ...this.all };
  }

  /**
   * Waits until a large read may start.
   * @throws RetryLater 429 when the project or the client has read too much, or has too many reads waiting; 503 when all
   * together have
   */
  async start({ projectId, client, gone }: Reader): Promise<ReadLease> {
    const keys = keysOf({ projectId, client });
    if (gone?.aborted) throw clientGone();
    this.checkCost(keys);
    if (this.fits(keys)) this.take(keys);
    else await this.wait(keys, gone);
    return this.lease(keys, gone);
  }

  /**
   * Charges for bytes that are read as the client takes them, and so need not wait.
   * @throws RetryLater 429 when the project or the client has read too much
   */
  charge(reader: Omit<Reader, 'gone'>, bytes: number): void {
    const keys = keysOf(reader);
    this.checkCost(keys);
    this.spend(keys, queryCost + bytes / this.bounds.bytesPerRow);
  }

  private checkCost(keys: readonly string[]): void {
    const rejection = this.costRejection(keys);
    if (rejection) throw rejection;
  }

  private costRejection(keys: readonly string[]): RetryLater | undefined {
    const seconds = Math.max(...keys.map((key) => this.costs.of(key).secondsToWait()));
    if (seconds === 0) return undefined;
    return new RetryLater(
      429,
      'sandbox::readtoomuch',
      `This project, or this address, has read more than the sandbox serves to one. Wait ${seconds} s. Then read less at once: a shorter range, a lower "limit", or longer intervals.`,
      seconds,
    );
  }

  private useOf(key: string): Use {
    return this.uses.get(key) ?? { running: 0, waiting: 0, heldBytes: 0 };
  }

  private change(keys: readonly string[], by: Partial<Use>): void {
    const own = keys.map((key) => [key, this.useOf(key)] as const);
    for (const use of [this.all, ...own.map(([, use]) => use)]) {
      use.running += by.running ?? 0;
      use.waiting += by.waiting ?? 0;
      use.heldBytes += by.heldBytes ?? 0;
    }
    for (const [key, use] of own) {
      if (use.running + use.waiting + use.heldBytes > 0) this.uses.set(key, use);
      else this.uses.delete(key);
    }
  }

  /** A read is counted with the largest response until it has one. */
  private fits(keys: readonly string[]): boolean {
    const { running, heldBytes, responseBytes } = this.bounds;
    const isFree = (use: Use, of: keyof Bound) =>
      use.running < running[of] && use.heldBytes + responseBytes <= heldBytes[of];
    return isFree(this.all, 'all') && keys.every((key) => isFree(this.useOf(key), 'each'));
  }

  /** Clients that take their responses slowly do not keep all others from reading. */
  private cutSlowest(): void {
    const { heldBytes, responseBytes } = this.bounds;
    if (this.all.heldBytes + responseBytes <= heldBytes.all) return;
    const [slowest] = this.responses;
    if (!slowest || this.clock.now() - slowest.since < patience) return;
    this.responses.delete(slowest);
    slowest.cut();
  }

  private take(keys: readonly string[]): void {
    this.change(keys, { running: 1, heldBytes: this.bounds.responseBytes });
  }

  private async wait(keys: readonly string[], gone: AbortSignal | undefined): Promise<void> {
    const { all, each } = this.bounds.waiting;
    if (keys.some((key) => this.useOf(key).waiting >= each)) {
      const text = `This project, or this address, has ${each} reads waiting. Ask for more when they have their responses.`;
      throw new RetryLater(429, 'sandbox::toomanyreads', text, soon);
    }
    if (this.all.waiting >= all) {
      const text =
        'This sandbox has as many reads waiting as it takes. Try again in a few seconds.';
      throw new RetryLater(503, 'sandbox::toomanyreads', text, soon);
    }
    const settled = new AbortController();
    this.change(keys, { waiting: 1 });
    try {
      await new Promise<void>((start, reject) => {
        const waiting: Waiting = { keys, start, reject };
        this.queue.push(waiting);
        const leave = () => {
          this.leaveQueue(waiting);
          reject(clientGone());
        };
        gone?.addEventListener('abort', leave, { once: true, signal: settled.signal });
        this.cutSlowest();
      });
    } finally {
      settled.abort();
      this.change(keys, { waiting: -1 });
    }
  }

  /** Starts the reads that fit now, those with the most left to read first. */
  private startWaiting(): void {
    for (;;) {
      const fitting = this.queue.filter(({ keys }) => this.fits(keys));
      const left = ({ keys }: Waiting) =>
        Math.min(...keys.map((key) => this.costs.of(key).balance()));
      const [next] = fitting.sort((a, b) => left(b) - left(a));
      if (!next) return;
      this.leaveQueue(next);
      const rejection = this.costRejection(next.keys);
      if (rejection) {
        next.reject(rejection);
        continue;
      }
      this.take(next.keys);
      next.start();
    }
  }

  private leaveQueue(waiting: Waiting): void {
    const at = this.queue.indexOf(waiting);
    if (at >= 0) this.queue.splice(at, 1);
  }

  private spend(keys: readonly string[], cost: number): void {
    for (const key of keys) this.costs.of(key).spend(cost);
  }

  private lease(keys: readonly string[], gone: AbortSignal | undefined): ReadLease {
    let held: Omit<Use, 'waiting'> | undefined = {
      running: 1,
      heldBytes: this.bounds.responseBytes,
    };
    let sinceTurn = 0;
    let response: Response | undefined;
    const hold = (now: typeof held) => {
      if (!held) return;
      const { running = 0, heldBytes = 0 } = now ?? {};
      this.change(keys, {
        running: running - held.running,
        heldBytes: heldBytes - held.heldBytes,
      });
      held = now;
      this.startWaiting();
    };
    return {
      pause: async (rows) => {
        if (gone?.aborted) throw clientGone();
        const cost = rows + queryCost;
        this.spend(keys, cost);
        sinceTurn += cost;
        if (sinceTurn < sliceCost) return;
        sinceTurn = 0;
        await this.turns.next();
      },
      sending: (heldBytes, cut) => {
        if (!held) return;
        response = { since: this.clock.now(), cut };
        this.responses.add(response);
        hold({ running: 0, heldBytes });
      },
      end: () => {
        if (response) this.responses.delete(response);
        hold(undefined);
      },
    };
  }
}
