import { expect } from 'vitest';
import type { BoardOptions, BoardWorld, WorldEvent } from './board-world.ts';
import type { Disruption } from './disruptions.ts';
import { Scenario } from './rig.ts';

/** A failure in the field: disruptions of the network, and events. */
export interface Failure {
  readonly name: string;
  readonly disruptions?: readonly Disruption[];
  readonly events?: readonly WorldEvent[];
  /** Values of the sensor. */
  readonly readings?: BoardOptions['readings'];
}

/** Tenths from one number to another. */
function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => (from + index) / 10);
}

/** Failures of a request at a point that a program must survive without a restart. */
export const httpFailures = (at: string): readonly Failure[] => [
  { name: 'no failure' },
  { name: 'no connection', disruptions: [{ at: 'open', effect: 'unreachable', times: 3 }] },
  { name: 'slow TLS', disruptions: [{ at: 'open', effect: { delay: 1500 } }] },
  { name: 'dropped', disruptions: [{ at, effect: 'drop', times: 2 }] },
  { name: 'lost response', disruptions: [{ at, effect: 'lose' }] },
  { name: 'response cut in the middle', disruptions: [{ at, effect: 'cut', times: 2 }] },
  { name: 'empty response', disruptions: [{ at, effect: 'empty' }] },
  { name: 'no response', disruptions: [{ at, effect: 'silence' }] },
  ...[401, 403, 404, 500].map((status) => ({
    name: `HTTP ${status}`,
    disruptions: [{ at, effect: status, times: 2 }],
  })),
  { name: 'HTTP 429', disruptions: [{ at, effect: 429, retryAfter: 20, times: 2 }] },
  { name: 'rejected', disruptions: [{ at, effect: { reject: 1 } }] },
];

/** The second client disconnects after it has taken over. */
const takeovers: readonly WorldEvent[] = [20, 40, 60, 80, 100].map((at) => ({
  at,
  run: ({ scenario }) => scenario.takeOver(),
}));

/** Failures of an MQTT connection, with the topic of the requests of a program. */
export const mqttFailures = (at: string): readonly Failure[] => [
  { name: 'no failure' },
  { name: 'no connection', disruptions: [{ at: 'open', effect: 'unreachable', times: 4 }] },
  { name: 'slow TLS', disruptions: [{ at: 'open', effect: { delay: 1500 } }] },
  { name: 'broker busy (return code 3)', disruptions: [{ at: 'connack', effect: 3, times: 3 }] },
  { name: 'not authorized (return code 5)', disruptions: [{ at: 'connack', effect: 5, times: 3 }] },
  { name: 'no CONNACK', disruptions: [{ at: 'connack', effect: 'silence' }] },
  { name: 'CONNACK cut in the middle', disruptions: [{ at: 'connack', effect: 'cut' }] },
  { name: 'dropped at SUBSCRIBE', disruptions: [{ at: 'subscribe', effect: 'drop' }] },
  { name: 'request dropped', disruptions: [{ at, effect: 'drop' }] },
  { name: 'response lost', disruptions: [{ at, effect: 'lose' }] },
  { name: 'response cut in the middle', disruptions: [{ at, effect: 'cut' }] },
  { name: 'no response', disruptions: [{ at, effect: 'silence' }] },
  { name: 'rejected', disruptions: [{ at, effect: { reject: 1 } }] },
  { name: 'link lost', events: [{ at: 30, run: (world) => world.cutLinks() }] },
  { name: 'a second client with the device id', events: takeovers },
  {
    name: 'broker restarted',
    events: [{ at: 30, run: ({ scenario }) => scenario.rig.box.sandbox.restart() }],
  },
];

/** No network between two times, in seconds. */
export const offline = (from: number, to: number): readonly WorldEvent[] => [
  {
    at: from,
    run: (world) => {
      world.isOnline = false;
      world.cutLinks();
    },
  },
  { at: to, run: (world) => void (world.isOnline = true) },
];

/** Wi-Fi is away for so long that the component of the ESP-IDF examples gives up by default. */
export const outage: Failure = { name: 'no Wi-Fi for 5 minutes', events: offline(60, 360) };

/** For programs with the Arduino core for the ESP32, which does not join again after every failure. */
export const rejectedWifi: Failure = {
  name: 'the access point rejects the board once',
  events: [{ at: 60, run: (world) => world.rejectWifi() }],
};

/** A clock that gains 2 minutes in an hour (`micropython/world.mjs`). */
export const fastClock = { CLOCK_DRIFT: '120000' };

/** Seconds after the start: a program that sets its clock every hour has set it again shortly before. */
export const afterTwoHours = 7300;

/** The last value that a program submitted has the time of its measurement, not a later one. */
export async function expectRightTime({ scenario, seconds }: BoardWorld): Promise<void> {
  const last = (await scenario.points()).at(-1)?.timestamp ?? NaN;
  const ahead = last - (scenario.startedAt / 1000 + seconds);
  expect(ahead).toBeLessThan(10);
  expect(ahead).toBeGreaterThan(-130);
}

/** Failures of a sensor. */
export const sensorFailures: readonly Failure[] = [
  { name: 'sensor unplugged', readings: [20, 20.1, NaN, NaN, ...range(203, 300)] },
  { name: 'infinite values', readings: [20, 20.1, Infinity, Infinity, ...range(203, 300)] },
];

/** Most requests, messages and attempts to connect in a minute: a program that exceeds it is in a busy loop. */
const mostPerMinute = { requests: 60, messages: 30, attempts: 12 };

const times = (all: readonly { readonly at: number }[]) => all.map(({ at }) => at);

/** What C, JavaScript, Python and MicroPython write for a value that JSON cannot express. */
const noNumber = /"value": ?(?:null|-?inf|-?nan)/i;

/** No busy loop, no value without a number, and all disruptions have happened. @param hasEnded whether the program ended at the first of them */
export function expectCalm(scenario: Scenario, hasEnded = false): void {
  if (!hasEnded)
    expect(
      scenario.disruptions.isOver,
      `injected: ${scenario.disruptions.injected.join(', ')}`,
    ).toBe(true);
  const { requests, sent, attempts } = scenario;
  expect([...requests, ...sent].filter(({ body }) => noNumber.test(body))).toEqual([]);
  const most = (all: readonly number[]) => Scenario.mostPerMinute(all);
  expect(most(times(requests))).toBeLessThanOrEqual(mostPerMinute.requests);
  expect(most(times(sent))).toBeLessThanOrEqual(mostPerMinute.messages);
  expect(most(attempts)).toBeLessThanOrEqual(mostPerMinute.attempts);
}

/** A value that was measured after the failure is stored, and the device has not restarted. */
export async function storesAgain(world: BoardWorld): Promise<void> {
  const stored = (await world.scenario.points()).map(({ value }) => value);
  expect(stored).toContain(world.taken.at(-2));
  expect(world.restarts).toBe(0);
}

/** Each reading is stored once. Equal timestamps are the same point, which may be sent twice. */
export async function expectEveryReading(world: BoardWorld, lost = 0): Promise<void> {
  const stored = (await world.scenario.points()).map(({ value }) => value);
  expect(new Set(stored).size).toBe(stored.length);
  expect(world.taken.filter((value) => !stored.includes(value)).length).toBeLessThanOrEqual(lost);
}

/** Readings that are all different: 20.0, 20.1 … */
export const differentReadings = range(200, 500);
