import { beforeEach, describe, expect, it } from 'vitest';
import { Budget, WorkQueue, WorkRejected } from '../../../src/serve/fairness/index.ts';

/** A clock, and an event loop whose turns the test runs. */
class Loop {
  time = 0;
  private actions: (() => void)[] = [];
  readonly now = () => this.time;
  readonly soon = (action: () => void) => void this.actions.push(action);

  turn(): void {
    const actions = this.actions;
    this.actions = [];
    for (const action of actions) action();
  }

  /** Runs turns, and settles promises between them, until no action is left. */
  async run(): Promise<void> {
    while (this.actions.length > 0) {
      this.turn();
      await Promise.resolve();
    }
  }
}

describe('WorkQueue', () => {
  let loop: Loop;
  let order: string[];
  let budget: Budget;

  beforeEach(() => {
    loop = new Loop();
    order = [];
    budget = new Budget({ burst: 1000, perSecond: 100 }, loop.now);
  });

  const queueOf = (limits: { running?: number; all?: number; client?: number } = {}) =>
    new WorkQueue(
      {
        running: limits.running ?? 1,
        slice: 10,
        waiting: { all: limits.all ?? 100, client: limits.client ?? 99, reserve: 0 },
      },
      budget,
      loop,
    );
  /** A synchronous job. */
  const job = (name: string, milliseconds: number) => () => {
    order.push(name);
    loop.time += milliseconds;
    return name;
  };

  it('starts jobs at once until the slice of a turn is used', async () => {
    const queue = queueOf();
    expect(await queue.run('a', job('a1', 5))).toBe('a1');
    void queue.run('a', job('a2', 5));
    const waiting = queue.run('a', job('a3', 5));
    expect(order).toEqual(['a1', 'a2']);
    expect(queue.size).toBe(1);
    await loop.run();
    expect(await waiting).toBe('a3');
  });

  it('leaves half of what runs at the same time to other clients', async () => {
    const queue = queueOf({ running: 4 });
    const endings: (() => void)[] = [];
    const endless = (name: string) => () => {
      order.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    };
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void queue.run('a', endless(name));
    await loop.run();
    expect(order).toEqual(['a1', 'a2']);
    void queue.run('b', endless('b1'));
    await loop.run();
    expect(order).toEqual(['a1', 'a2', 'b1']);
    endings[0]?.();
    await new Promise(setImmediate);
    await loop.run();
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('starts jobs that wait in the same turn until its slice is used', async () => {
    const queue = queueOf();
    const asynchronous = (name: string) => () => Promise.resolve(job(name, 4)());
    const names = ['a1', 'a2', 'a3', 'a4', 'a5'];
    for (const name of names) void queue.run('a', asynchronous(name));
    await new Promise(setImmediate);
    expect(order).toEqual(['a1', 'a2', 'a3']);
    await loop.run();
    await new Promise(setImmediate);
    expect(order).toEqual(names);
  });

  it('runs one job of a whole slice in a turn while jobs wait', () => {
    const queue = queueOf();
    for (const name of ['a1', 'a2', 'a3']) void queue.run('a', job(name, 20));
    expect(order).toEqual(['a1']);
    loop.turn();
    expect(order).toEqual(['a1', 'a2']);
    loop.turn();
    expect(order).toEqual(['a1', 'a2', 'a3']);
  });

  it('starts as many jobs after a turn as have ended before it', async () => {
    const queue = queueOf({ running: 4 });
    const endings: (() => void)[] = [];
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) {
      void queue.run(name.charAt(0), () => {
        order.push(name);
        return new Promise<void>((resolve) => endings.push(resolve));
      });
    }
    loop.time += 20;
    endings.slice(0, 2).forEach((end) => end());
    for (let settled = 0; settled < 5; settled += 1) await Promise.resolve();
    loop.turn();
    for (let settled = 0; settled < 5; settled += 1) await Promise.resolve();
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('alternates between clients', async () => {
    const queue = queueOf();
    for (let index = 0; index < 4; index += 1) void queue.run('a', job('a', 20));
    for (let index = 0; index < 2; index += 1) void queue.run('b', job('b', 20));
    await loop.run();
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });

  it('alternates between clients whose jobs take no measurable time', async () => {
    const queue = queueOf();
    void queue.run('c', job('c', 20));
    const jobs = ['a', 'a', 'a', 'b', 'b'].map((client) => queue.run(client, job(client, 0)));
    await loop.run();
    await Promise.all(jobs);
    expect(order).toEqual(['c', 'a', 'b', 'a', 'b', 'a']);
  });

  it('charges measured time: the client that has used less is next', async () => {
    const queue = queueOf();
    for (let index = 0; index < 3; index += 1) void queue.run('slow', job('slow', 100));
    for (let index = 0; index < 6; index += 1) void queue.run('fast', job('fast', 10));
    await loop.run();
    expect(order).toEqual([
      'slow',
      ...Array<string>(6).fill('fast'),
      ...Array<string>(2).fill('slow'),
    ]);
    expect(budget.used('slow')).toBeGreaterThan(budget.used('fast'));
  });

  it('runs asynchronous jobs side by side up to a number, and charges the time until they end', async () => {
    const queue = queueOf({ running: 4 });
    const ends: (() => void)[] = [];
    const slow = (name: string) => () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const first = queue.run('a', slow('a1'));
    void queue.run('a', slow('a2'));
    for (const name of ['c1', 'c2']) void queue.run('c', slow(name));
    void queue.run('a', slow('a3'));
    void queue.run('b', slow('b1'));
    await loop.run();
    expect(order).toEqual(['a1', 'a2', 'c1', 'c2']);
    loop.time += 50;
    ends[0]?.();
    await first;
    await loop.run();
    expect(order).toEqual(['a1', 'a2', 'c1', 'c2', 'b1']);
    expect(budget.used('a')).toBeCloseTo(0.05);
  });

  it('passes on errors, and continues', async () => {
    const queue = queueOf();
    const failed = queue.run('a', () => {
      throw new RangeError('no');
    });
    await expect(failed).rejects.toThrow(RangeError);
    expect(await queue.run('a', () => Promise.resolve(7))).toBe(7);
  });

  it('cancels the waiting jobs of a client that leaves', async () => {
    const queue = queueOf();
    const leaving = new AbortController();
    void queue.run('a', job('a1', 20));
    const canceled = queue.run('a', job('a2', 20), leaving.signal);
    const last = queue.run('a', job('a3', 20));
    leaving.abort();
    await expect(canceled).rejects.toMatchObject({ reason: 'canceled' });
    await loop.run();
    await last;
    expect(order).toEqual(['a1', 'a3']);
    await expect(queue.run('a', job('a4', 1), leaving.signal)).rejects.toThrow(WorkRejected);
  });

  it('limits the jobs that wait: the client with the most loses its oldest', async () => {
    const queue = queueOf({ all: 4, client: 3 });
    void queue.run('a', job('a0', 20));
    const oldest = queue.run('a', job('a1', 20));
    void queue.run('a', job('a2', 20));
    void queue.run('a', job('a3', 20));
    await expect(queue.run('a', job('a4', 20))).rejects.toMatchObject({ reason: 'client' });
    void queue.run('b', job('b1', 20));
    void queue.run('c', job('c1', 20));
    await expect(oldest).rejects.toMatchObject({ reason: 'all' });
    await loop.run();
    expect(order).toEqual(['a0', 'b1', 'c1', 'a2', 'a3']);
  });
});
