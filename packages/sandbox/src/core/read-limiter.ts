import { type Block, blocksOf } from '../serve/fairness/index.ts';
import type { Clock, ReadContext } from './context.ts';
import { RequestError, RetryLater } from './errors.ts';
import { limits, type Rate } from './limits.ts';
import { TokenBuckets } from './token-bucket.ts';

/**
 * Creates the error for a read whose response would have more than `limits.reads.responseBytes`.
 * @param advice a sentence that says how to read less
 */
export function responseTooLarge(advice: string): RequestError {
  const text = `The response would have more than ${limits.reads.responseBytes} bytes, the maximum of this sandbox. ${advice}`;
  return new RequestError(413, 'sandbox::responsetoolarge', text);
}

/**
 * Divides the event loop between long tasks. A task waits for its turn after each slice of work, and each iteration of the
 * loop has one turn: regardless of the number of tasks, the network is polled after every slice.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** @param soon runs an action in a later iteration of the event loop */
  constructor(private readonly soon: (action: () => void) => void) {}

  /** Resolves when it is this read's turn, after those that have waited longer. */
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

/** Cost of a query in addition to its rows. */
const queryCost = 50;

/** Cost of the work between two turns: a few milliseconds. */
const sliceCost = 1500;

/** Time for a client to receive a response before it is canceled to let other reads start, in milliseconds. */
const patience = 5000;

/** Estimated seconds until a slot is free. */
const soon = 2;

/** A limit in total, and for each project and each client. */
interface Bound {
  readonly all: number;
  readonly each: number;
}

/** What a block of addresses may have: more than one client, but not all. */
const shareOf = ({ all, each }: Bound, share: number) =>
  share === 1 ? each : Math.max(each, Math.min(each * share, all / 2));

/** See `limits.reads`. */
interface ReadLimits {
  readonly responseBytes: number;
  readonly running: Bound;
  readonly waiting: Bound;
  readonly heldBytes: Bound;
  readonly cost: Rate;
  readonly bytesPerRow: number;
}

/** The project and the client of a large read, which its limits apply to. */
export interface Reader {
  readonly projectId: string;
  /** Key of the client, such as its address; undefined for a session of the broker. */
  readonly client?: string;
  /** Aborted when the client disconnects: its read is canceled. */
  readonly gone?: AbortSignal;
}

/** A large read that may run. */
export interface ReadLease extends Pick<ReadContext, 'pause'> {
  /**
   * Marks the read as complete. Its response counts with its bytes until `end`.
   * @param cut cancels the response before it is sent
   */
  sending(bytes: number, cut: () => void): void;
  /** Releases the read. A second call does nothing. */
  readonly end: () => void;
}

/** Current use of the limits, in total or by one project or client. */
interface Use {
  running: number;
  waiting: number;
  heldBytes: number;
}

/** A response that is being sent to a client. */
interface Response {
  readonly since: number;
  readonly cut: () => void;
}

interface Waiting {
  readonly keys: readonly Block[];
  readonly start: () => void;
  readonly reject: (error: RequestError) => void;
}

/** What the limits of a reader apply to: its project, its client, and larger blocks of addresses with larger limits. */
function keysOf({ projectId, client }: Omit<Reader, 'gone'>): readonly Block[] {
  return [
    { key: `project ${projectId}`, share: 1 },
    ...(client === undefined ? [] : blocksOf(client)),
  ];
}

function clientGone(): RequestError {
  return new RequestError(499, 'sandbox::clientgone', 'The client has closed its connection.');
}

/**
 * Limits large reads: how many run, how many bytes of their responses wait for slow clients, and how much one project or
 * client reads in the long run. Of the waiting reads, the one whose reader has read the least starts first.
 */
export class ReadLimiter {
  private readonly all: Use = { running: 0, waiting: 0, heldBytes: 0 };
  private readonly uses = new Map<string, Use>();
  private readonly costs: TokenBuckets;
  private readonly queue: Waiting[] = [];
  /** Oldest first. */
  private readonly responses = new Set<Response>();

  constructor(
    private readonly turns: Turns,
    private readonly clock: Clock,
    private readonly bounds: ReadLimits = limits.reads,
  ) {
    this.costs = new TokenBuckets(bounds.cost, clock);
  }

  /** Current use of the limits by all large reads. */
  get inUse(): Readonly<Use> {
    return { ...this.all };
  }

  /**
   * Waits until a large read may start.
   * @throws RetryLater 429 if the project or the client has read too much or has too many waiting reads; 503 if there are
   * too many in total
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
   * Charges for bytes that are read while they are sent, which need not wait.
   * @throws RetryLater 429 if the project or the client has read too much
   */
  charge(reader: Omit<Reader, 'gone'>, bytes: number): void {
    const keys = keysOf(reader);
    this.checkCost(keys);
    this.spend(keys, queryCost + bytes / this.bounds.bytesPerRow);
  }

  /**
   * Cuts the oldest response if reads wait and the limit of held bytes is reached. It runs when a read starts to wait, and
   * regularly, because a response may become slow later.
   */
  cutSlowest(): void {
    const { heldBytes, responseBytes } = this.bounds;
    const isFull = this.all.heldBytes + responseBytes > heldBytes.all;
    if (this.queue.length === 0 || !isFull) return;
    const [slowest] = this.responses;
    if (!slowest || this.clock.now() - slowest.since < patience) return;
    this.responses.delete(slowest);
    slowest.cut();
  }

  private checkCost(keys: readonly Block[]): void {
    const rejection = this.costRejection(keys);
    if (rejection) throw rejection;
  }

  private costRejection(keys: readonly Block[]): RetryLater | undefined {
    const seconds = Math.max(
      ...keys.map(({ key, share }) => this.costs.of(key, share).secondsToWait()),
    );
    if (seconds === 0) return undefined;
    return new RetryLater(
      429,
      'sandbox::readtoomuch',
      `This project, or this address, has reached its limit of large reads. Wait ${seconds} s, then read less at once: a shorter range, a lower "limit", or longer intervals.`,
      seconds,
    );
  }

  private useOf(key: string): Use {
    return this.uses.get(key) ?? { running: 0, waiting: 0, heldBytes: 0 };
  }

  private change(keys: readonly Block[], by: Partial<Use>): void {
    const own = keys.map(({ key }) => [key, this.useOf(key)] as const);
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

  /** A read counts with the size of the largest response until its own is known. */
  private fits(keys: readonly Block[]): boolean {
    const { running, heldBytes, responseBytes } = this.bounds;
    const isFree = (use: Use, mostRunning: number, mostBytes: number) =>
      use.running < mostRunning && use.heldBytes + responseBytes <= mostBytes;
    return (
      isFree(this.all, running.all, heldBytes.all) &&
      keys.every(({ key, share }) =>
        isFree(this.useOf(key), shareOf(running, share), shareOf(heldBytes, share)),
      )
    );
  }

  private take(keys: readonly Block[]): void {
    this.change(keys, { running: 1, heldBytes: this.bounds.responseBytes });
  }

  private async wait(keys: readonly Block[], gone: AbortSignal | undefined): Promise<void> {
    const { waiting } = this.bounds;
    const { all, each } = waiting;
    if (keys.some(({ key, share }) => this.useOf(key).waiting >= shareOf(waiting, share))) {
      const text = `This project, or this address, has ${each} reads waiting. Wait for their responses before you send more.`;
      throw new RetryLater(429, 'sandbox::toomanyreads', text, soon);
    }
    if (this.all.waiting >= all) {
      const text =
        'This sandbox has reached its limit of waiting reads. Try again in a few seconds.';
      throw new RetryLater(503, 'sandbox::toomanyreads', text, soon);
    }
    let leave: () => void = () => undefined;
    this.change(keys, { waiting: 1 });
    try {
      await new Promise<void>((start, reject) => {
        const entry: Waiting = { keys, start, reject };
        this.queue.push(entry);
        leave = () => {
          this.leaveQueue(entry);
          reject(clientGone());
        };
        gone?.addEventListener('abort', leave);
        this.cutSlowest();
      });
    } finally {
      gone?.removeEventListener('abort', leave);
      this.change(keys, { waiting: -1 });
    }
  }

  /** Starts waiting reads within the limits, those with the most quota left first. */
  private startWaiting(): void {
    for (;;) {
      const fitting = this.queue.filter(({ keys }) => this.fits(keys));
      const left = ({ keys }: Waiting) =>
        Math.min(...keys.map(({ key, share }) => this.costs.of(key, share).balance()));
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

  private spend(keys: readonly Block[], cost: number): void {
    for (const { key, share } of keys) this.costs.of(key, share).spend(cost);
  }

  private lease(keys: readonly Block[], gone: AbortSignal | undefined): ReadLease {
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
