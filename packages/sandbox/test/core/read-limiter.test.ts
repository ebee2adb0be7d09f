import { beforeEach, describe, expect, it } from 'vitest';
import { type Reader, type ReadLease, ReadLimiter, Turns } from '../../src/core/read-limiter.ts';
import { rejection } from '../support/rejection.ts';

const bounds = {
  responseBytes: 100,
  running: { all: 3, each: 2 },
  waiting: { all: 4, each: 2 },
  heldBytes: { all: 500, each: 300 },
  bytesPerRow: 100,
  cost: { burst: 10_000, perSecond: 1000 },
};
const none = { running: 0, waiting: 0, heldBytes: 0 };

let now = 0;
let turns = 0;
let reads: ReadLimiter;

beforeEach(() => {
  [now, turns] = [0, 0];
  const loop = new Turns((action) => {
    turns += 1;
    setImmediate(action);
  });
  reads = new ReadLimiter(loop, { now: () => now }, bounds);
});

/** A read that has been asked for, and its lease once it may run. */
class Read {
  lease: ReadLease | undefined;
  readonly started: Promise<ReadLease>;

  constructor(reader: Reader) {
    this.started = reads.start(reader);
    this.started.then(
      (lease) => (this.lease = lease),
      () => undefined,
    );
  }
}

const keep = () => undefined;
const settle = () => new Promise(setImmediate);

/** Asks for reads, and waits until those run that may. */
async function ask(...readers: Reader[]): Promise<Read[]> {
  const asked = readers.map((reader) => new Read(reader));
  await settle();
  return asked;
}

const running = (asked: readonly Read[]) => asked.map(({ lease }) => lease !== undefined);
const reader = (projectId: string, client = `client of ${projectId}`) => ({ projectId, client });

describe('reads at once', () => {
  it('are bounded for a project, a client and all together; the others wait', async () => {
    const asked = await ask(reader('a'), reader('a'), reader('a'), reader('b', 'client of a'));
    expect(running(asked)).toEqual([true, true, false, false]);
    const others = await ask(reader('c'), reader('d'));
    expect(running(others)).toEqual([true, false]);
    expect(reads.inUse).toEqual({ running: 3, waiting: 3, heldBytes: 300 });
  });

  it('are bounded for larger blocks of IPv6 addresses, with larger limits', async () => {
    const bounded = {
      ...bounds,
      running: { all: 20, each: 2 },
      heldBytes: { all: 9000, each: 9000 },
    };
    reads = new ReadLimiter(new Turns(setImmediate), { now: () => now }, bounded);
    const inBlock = (count: number) =>
      Array.from({ length: count }, (_, index) => reader(`${index}`, `2001:db8:1:${index}`));
    expect(running(await ask(...inBlock(5)))).toEqual([true, true, true, true, false]);
    const others = await ask(reader('x', '2001:db8:2:1'), reader('y', '2001:db8:1:ff00'));
    expect(running(others)).toEqual([true, true]);
  });

  it('let the next one start when one is done, also while its response is sent', async () => {
    const asked = await ask(reader('a'), reader('a'), reader('a'));
    asked[0]?.lease?.sending(10, keep);
    await settle();
    expect(running(asked)).toEqual([true, true, true]);
    expect(reads.inUse).toEqual({ running: 2, waiting: 0, heldBytes: 210 });
    for (const { lease } of asked) lease?.end();
    for (const { lease } of asked) lease?.end();
    expect(reads.inUse).toEqual(none);
  });

  it('start those first that have read less', async () => {
    const asked = await ask(reader('a'), reader('a'), reader('b'));
    await asked[0]?.lease?.pause(1000);
    const waiting = await ask(reader('a'), reader('c'));
    expect(running(waiting)).toEqual([false, false]);
    asked[0]?.lease?.end();
    await settle();
    expect(running(waiting)).toEqual([false, true]);
  });

  it('wait for responses that a slow client has not taken', async () => {
    const [first] = await ask(reader('a'));
    first?.lease?.sending(250, keep);
    const [second] = await ask(reader('a'));
    expect(second?.lease).toBeUndefined();
    const [other] = await ask(reader('b'));
    expect(other?.lease).toBeDefined();
    first?.lease?.end();
    await settle();
    expect(second?.lease).toBeDefined();
  });

  /** Starts a response to each of two slow clients, with a pause after each. Returns the projects whose response is cut. */
  async function sendSlowly(pause: number): Promise<readonly string[]> {
    const cut: string[] = [];
    for (const projectId of ['a', 'b']) {
      const [read] = await ask(reader(projectId));
      read?.lease?.sending(220, () => {
        cut.push(projectId);
        read.lease?.end();
      });
      now += pause;
    }
    return cut;
  }

  it('of others start when slow clients hold all there is: the slowest response is cut', async () => {
    const cut = await sendSlowly(3000);
    const [early] = await ask(reader('c'));
    expect([early?.lease !== undefined, cut]).toEqual([true, ['a']]);
    const [late] = await ask(reader('d'));
    expect([late?.lease !== undefined, cut]).toEqual([true, ['a']]);
  });

  it('start when a response becomes slow while they wait', async () => {
    const cut = await sendSlowly(0);
    const [waiting] = await ask(reader('c'));
    now += 4999;
    reads.cutSlowest();
    expect(cut).toEqual([]);
    now += 1;
    reads.cutSlowest();
    await settle();
    expect([waiting?.lease !== undefined, cut]).toEqual([true, ['a']]);
    waiting?.lease?.sending(220, keep);
    reads.cutSlowest();
    expect(cut).toEqual(['a']);
  });

  it('that would wait too long are rejected with the seconds to wait', async () => {
    await ask(reader('a'), reader('a'), reader('a'), reader('a'), reader('b'), reader('b'));
    const own = reads.start(reader('a'));
    await expect(own).rejects.toMatchObject({ status: 429, seconds: 2 });
    expect(await rejection(reads.start(reader('z', 'client of a')))).toBe(
      '429 sandbox::toomanyreads',
    );
    await ask(reader('c'));
    expect(await rejection(reads.start(reader('d')))).toBe('503 sandbox::toomanyreads');
  });

  it('of a disconnected client stop, waiting or running', async () => {
    const [gone, leaving] = [new AbortController(), new AbortController()];
    const [first] = await ask({ ...reader('a'), gone: gone.signal }, reader('a'));
    const [waiting] = await ask({ ...reader('a'), gone: leaving.signal });
    leaving.abort();
    expect(await rejection(waiting?.started ?? Promise.resolve())).toBe('499 sandbox::clientgone');
    expect(reads.inUse.waiting).toBe(0);
    gone.abort();
    expect(await rejection(first?.lease?.pause(1) ?? Promise.resolve())).toBe(
      '499 sandbox::clientgone',
    );
  });
});

describe('the cost of reads', () => {
  it('is paid off with time: until then a project and a client get 429', async () => {
    const [read] = await ask(reader('a'));
    await read?.lease?.pause(11_999 - 50);
    read?.lease?.end();
    for (const again of [reader('a'), reader('b', 'client of a')]) {
      await expect(reads.start(again)).rejects.toMatchObject({
        status: 429,
        reason: 'sandbox::readtoomuch',
        seconds: 2,
      });
    }
    expect(running(await ask(reader('c')))).toEqual([true]);
    now += 2000;
    expect(running(await ask(reader('a')))).toEqual([true]);
  });

  it('is looked at again when a read that has waited would start', async () => {
    const asked = await ask(reader('a'), reader('a'), reader('a'));
    await asked[0]?.lease?.pause(20_000);
    asked[0]?.lease?.end();
    expect(await rejection(asked[2]?.started ?? Promise.resolve())).toBe(
      '429 sandbox::readtoomuch',
    );
  });
});

it('gives up its turn after every slice of rows, and not more often', async () => {
  const [read] = await ask(reader('a'));
  for (let page = 0; page < 10; page += 1) await read?.lease?.pause(250);
  expect(turns).toBe(2);
});
