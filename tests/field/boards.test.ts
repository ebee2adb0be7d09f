import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import type { BoardWorld } from './board-world.ts';
import {
  differentReadings,
  expectCalm,
  expectEveryReading,
  httpFailures,
  mqttFailures,
  offline,
  outage,
  rejectedWifi,
  sensorFailures,
  storesAgain,
  type Failure,
} from './holds.ts';
import { Rig } from './rig.ts';

// The first test of a program compiles it.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

/** A row of the table: a program, and what must hold after each failure. */
interface Row {
  readonly program: string;
  readonly failures: readonly Failure[];
  readonly holds: string;
  /** Seconds of simulated time. */
  readonly until: number;
  readonly check: (world: BoardWorld) => Promise<void> | void;
}

/** Later values are stored without a restart. */
const submission = (program: string, failures: readonly Failure[]): Row => ({
  program,
  failures: [
    ...failures,
    ...sensorFailures,
    outage,
    ...(program.endsWith('esp32.ino') ? [rejectedWifi] : []),
  ],
  holds: 'later values are stored, without a restart',
  until: 600,
  check: storesAgain,
});

const always = { times: Infinity } as const;

const rows: readonly Row[] = [
  submission('submit-mqtt/esp32.ino', mqttFailures('submitdata')),
  submission('submit-mqtt/esp_idf.c', mqttFailures('submitdata')),
  submission('submit-http/esp32.ino', httpFailures('/submitData')),
  submission('submit-http/esp8266.ino', httpFailures('/submitData')),
  submission('submit-http/esp_idf.c', httpFailures('/submitData')),
  {
    program: 'submit-mqtt/esp32_buffer.ino',
    failures: [
      ...mqttFailures('submitdata'),
      ...sensorFailures,
      {
        name: 'rejected for minutes',
        disruptions: [{ at: 'submitdata', effect: { reject: 1 }, times: 6 }],
      },
      { name: 'offline for an hour', events: offline(60, 3660) },
      rejectedWifi,
    ],
    holds: 'every value is stored once, without a restart',
    until: 5400,
    check: async (world) => {
      await expectEveryReading(world, 1);
      expect(world.restarts).toBe(0);
    },
  },
  {
    program: 'submit-mqtt/esp32_buffer.ino',
    failures: [
      {
        name: 'one point is always rejected',
        disruptions: [{ at: 'submitdata', effect: { reject: 1 }, body: '"value":20.5', ...always }],
        events: offline(60, 1260),
      },
      {
        name: 'the variable of one point does not exist',
        disruptions: [
          { at: 'submitdata', effect: { reject: 4040 }, body: '"value":20.5', ...always },
        ],
        events: offline(60, 1260),
      },
    ],
    holds: 'all other values are stored',
    until: 3600,
    check: async (world) => {
      const stored = (await world.scenario.points()).map(({ value }) => value);
      expect(world.taken.slice(0, -1).filter((value) => !stored.includes(value))).toEqual([20.5]);
    },
  },
  {
    program: 'submit-mqtt/esp32_buffer.ino',
    failures: [
      { name: 'no TLS handshake ends', disruptions: [{ at: 'open', effect: 'stall', times: 8 }] },
    ],
    holds: 'there is a value for every minute',
    until: 1200,
    check: ({ taken }) => expect(taken.length).toBeGreaterThanOrEqual(20),
  },
  {
    program: 'heartbeat/esp32.ino',
    failures: [...mqttFailures('heartbeat'), rejectedWifi],
    holds: 'heartbeats arrive again, without a restart',
    until: 600,
    check: ({ scenario, restarts }) => {
      expect(scenario.received.at(-1)?.body).toContain('"success":true');
      expect(scenario.received.at(-1)?.at).toBeGreaterThan(scenario.startedAt + 500_000);
      expect(restarts).toBe(0);
    },
  },
  {
    program: 'time-sync/esp32.ino',
    failures: httpFailures('/time'),
    holds: 'the clock is right to 200 ms',
    until: 600,
    check: ({ clockErrors, restarts }) => {
      expect(Math.abs(clockErrors.at(-1) ?? NaN)).toBeLessThanOrEqual(200);
      expect(restarts).toBe(0);
    },
  },
  {
    program: 'time-sync/esp32.ino',
    failures: [rejectedWifi],
    holds: 'the clock is set again after 6 hours',
    until: 6.1 * 3600,
    // The first one is the lower bound.
    check: ({ clockErrors }) => expect(clockErrors).toHaveLength(3),
  },
  {
    program: 'deep-sleep/esp32.ino',
    failures: [
      ...httpFailures('/submitData'),
      ...httpFailures('/commands/updateStatus').slice(3),
      ...sensorFailures,
    ],
    holds:
      'every value is stored once, the queued command has a final state, the LED its level, and each upload sets the clock',
    until: 3 * 3600,
    check: async (world) => {
      // Values of the last hour are not submitted yet; a rejected one is lost.
      await expectEveryReading(world, 12 + 1);
      const states = (await world.scenario.commands()).map(({ status }) => status);
      expect(states).toEqual(['success']);
      expect(world.levels.get(2)).toBe(1);
      expect(world.timesSet).toBeGreaterThanOrEqual(3);
    },
  },
  {
    program: 'deep-sleep/esp32.ino',
    failures: [{ name: 'the first scan does not find the Wi-Fi', events: offline(0, 10) }],
    holds: 'it uploads at the first wake',
    until: 60,
    check: ({ timesSet }) => expect(timesSet).toBe(1),
  },
  {
    program: 'deep-sleep/esp32.ino',
    failures: [
      {
        name: 'SNTP is blocked after the first upload',
        events: [{ at: 60, run: (world) => void (world.hasTimeServer = false) }],
      },
    ],
    holds: 'every value is stored once, with the time of the device',
    until: 3 * 3600,
    check: async (world) => {
      await expectEveryReading(world, 12 + 1);
      expect(world.timesSet).toBe(1);
    },
  },
];

describe.each(rows)('$program: $holds', ({ program, failures, until, check }) => {
  test.skipIf(missingCompiler(program) !== undefined).each(failures)('$name', async (failure) => {
    const scenario = await rig.scenario(failure.disruptions ?? []);
    try {
      const world = await runBoard(program, scenario, {
        until,
        readings: failure.readings ?? differentReadings,
        events: failure.events ?? [],
      });
      expectCalm(scenario);
      await check(world);
    } finally {
      await scenario.stop();
    }
  });
});
