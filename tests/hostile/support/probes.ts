import { get } from 'node:http';
import { expect } from 'vitest';
import { nextTurn } from './site-process.ts';

/**
 * Longest wait of other clients during an attack, in milliseconds; or this many times their wait on the quiet server, because on
 * a machine that other programs use, everything takes many times as long.
 */
const longestWait = { milliseconds: 250, quiet: 5 } as const;
/** Requests of a measurement on the quiet server; and during an attack, where they show more than its first second. */
const [quietCount, attackCount] = [15, 60];
/** Maximum number of requests of a measurement, and the milliseconds between two. */
const [longestCount, spacing] = [600, 50];

const interval = () => new Promise<void>((resolve) => setTimeout(resolve, spacing));

interface Probe {
  /** Median time of the responses, in milliseconds. */
  readonly median: number;
  readonly failures: readonly string[];
}

/** Requests a page on a new connection, as a client that has sent nothing before. @returns its status, or an error */
function request(url: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: 30_000 }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
    });
    asked.on('timeout', () => asked.destroy(new Error('no response in 30 s')));
    asked.on('error', ({ message }) => resolve(message));
  });
}

/** A request of another client. @returns its status, or an error */
export type ProbeRequest = () => Promise<string>;

/**
 * Sends requests until there are enough: at intervals, whether or not earlier ones have their responses, so that a long wait
 * counts as often as it would for clients that come at any time. During an attack that happens once, when the server has reached
 * its maximum of connections, the other client waits for each response: several requests in flight would make it one of those that
 * hold the most.
 * @param count minimum number of requests
 * @param hasStep of the attack
 */
async function probe(
  send: ProbeRequest,
  count: number,
  hasStep: (() => boolean) | undefined,
): Promise<Probe> {
  const timed = async () => {
    const start = performance.now();
    const status = await send();
    return { status, time: performance.now() - start };
  };
  const sent: ReturnType<typeof timed>[] = [];
  while (sent.length < count || (hasStep?.() === false && sent.length < longestCount)) {
    const request = timed();
    sent.push(request);
    await (hasStep ? interval() : request);
  }
  const responses = await Promise.all(sent);
  const times = responses.map(({ time }) => time).sort((a, b) => a - b);
  const failures = responses.map(({ status }) => status).filter((status) => status !== '200');
  return { median: times[Math.floor(times.length / 2)] ?? Infinity, failures };
}

/** An attack that goes on. */
export interface Attack {
  /** Resolves when it is over. */
  readonly done: Promise<unknown>;
  /** Whether one of its steps is complete, which the measurement should include; undefined for an attack that happens once. */
  readonly hasStep?: () => boolean;
  /** Minimum number of requests of the measurement, for an attack that is short. */
  readonly count?: number;
}

/**
 * Measures how long another client waits, on the quiet server and during an attack, and checks that it hardly notices.
 * @param target URL of a page, or what the other client sends
 * @param attack repeats until it is told that the measurement is over; it resolves when the attack has started
 */
export async function expectFairness(
  target: string | ProbeRequest,
  attack: (isOver: () => boolean) => Promise<Attack>,
): Promise<void> {
  const send = typeof target === 'string' ? () => request(target) : target;
  await send();
  const before = await probe(send, quietCount, undefined);
  let isOver = false;
  const { done, hasStep, count = attackCount } = await attack(() => isOver);
  const during = await probe(send, count, hasStep);
  isOver = true;
  await done;
  const after = await probe(send, quietCount, undefined);
  // Other programs use the machine, too: the slower of the two quiet measurements counts.
  const quiet = Math.max(before.median, after.median);
  console.info(
    `${expect.getState().currentTestName ?? ''}: others wait ${during.median.toFixed(0)} ms, ${quiet.toFixed(0)} ms on the quiet server`,
  );
  expect(during.failures).toEqual([]);
  const allowed = Math.max(longestWait.milliseconds, longestWait.quiet * quiet);
  expect(during.median).toBeLessThanOrEqual(allowed);
}

/** Runs several workers that repeat a step until the measurement is over. */
export function repeat(
  workers: number,
  step: (worker: number) => Promise<unknown>,
): (isOver: () => boolean) => Promise<Attack> {
  return async (isOver) => {
    let steps = 0;
    const done = Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        while (!isOver()) {
          await step(worker);
          steps += 1;
        }
      }),
    );
    // Lets the first requests arrive.
    await nextTurn();
    return { done, hasStep: () => steps >= workers };
  };
}
