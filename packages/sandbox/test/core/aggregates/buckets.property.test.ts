import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, it, vi } from 'vitest';
import { Buckets, type Measure, wallBucket, Zone } from '../../../src/core/aggregates/buckets.ts';
import { latestTime } from '../../../src/core/time.ts';
import { calendarStart, naiveStart } from './naive-buckets.ts';

/** Zones that jump by an hour, by half an hour, at midnight, over a whole day, or not at all. */
const zones = [
  'UTC',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Beirut',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Gaza',
];

const minute = 60_000;
const day = 1440 * minute;

/** Times near the clock changes of 2011 and of 2024 to 2026, and any others. */
function times(zone: string): fc.Arbitrary<number> {
  const offset = (time: number) => IANAZone.create(zone).offset(time);
  /** The starts of the steps in a range before which the offset changes. */
  const changedAt = (from: number, step: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + (index + 1) * step).filter(
      (time) => offset(time) !== offset(time - step),
    );
  const changes = [2011, 2024, 2025, 2026].flatMap((year) =>
    changedAt(Date.UTC(year, 0), day, 365).flatMap((end) => changedAt(end - day, 60 * minute, 24)),
  );
  const anywhere = fc.integer({ min: Date.UTC(1973, 0), max: Date.UTC(2035, 0) });
  if (changes.length === 0) return anywhere;
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1800 * minute, max: 1800 * minute }))
    .map(([change, distance]) => change + distance);
  return fc.oneof({ arbitrary: near, weight: 4 }, anywhere);
}

const interval = fc.record({
  measure: fc.constantFrom<Measure>('minute', 'hour', 'day', 'week', 'month', 'year'),
  count: fc.oneof(
    fc.constantFrom(1, 1, 2, 5, 6, 15, 30, 90),
    fc.integer({ min: 1, max: 200 }),
    fc.constantFrom(1_000_000_000, Number.MAX_SAFE_INTEGER, 1e300),
  ),
});

/** Buckets short enough to walk through minute by minute. */
const short: fc.Arbitrary<{ measure: 'minute' | 'hour' | 'day'; count: number }> = fc.oneof(
  fc.record({
    measure: fc.constant('minute' as const),
    count: fc.oneof(fc.constantFrom(1, 15, 30, 40, 45, 60, 90), fc.integer({ min: 1, max: 600 })),
  }),
  fc.record({ measure: fc.constant('hour' as const), count: fc.integer({ min: 1, max: 24 }) }),
  fc.record({ measure: fc.constant('day' as const), count: fc.integer({ min: 1, max: 2 }) }),
);

describe.each(zones)('buckets in %s', (name) => {
  const zone = Zone.named(name);
  const some = times(name);

  it('start where a walk along the clock finds their start', () => {
    fc.assert(
      fc.property(some, short, (time, { measure, count }) => {
        const start = new Buckets(zone, measure, count).startOf(time);
        expect(new Date(start)).toEqual(new Date(naiveStart(name, time, measure, count)));
      }),
      { numRuns: 40 },
    );
  });

  it('start where the calendar says, from 1970 to 9999', () => {
    const measures = fc.constantFrom<Measure>('minute', 'hour', 'day', 'week', 'month', 'year');
    const counts = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 }));
    const anywhere = fc.integer({ min: Date.UTC(1973, 0), max: latestTime });
    fc.assert(
      fc.property(fc.oneof(some, anywhere), measures, counts, (time, measure, count) => {
        const expected = calendarStart(name, time, measure, count);
        fc.pre(expected !== undefined);
        expect(new Buckets(zone, measure, count).startOf(time)).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same for a series of times as for each one, and never start after it', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 400 * minute }), { maxLength: 60 });
    fc.assert(
      fc.property(some, steps, interval, (first, distances, { measure, count }) => {
        const run = new Buckets(zone, measure, count);
        let time = first;
        for (const distance of distances) {
          time += distance;
          const start = run.startOf(time);
          expect(start).toBe(new Buckets(zone, measure, count).startOf(time));
          expect(start).toBeLessThanOrEqual(time);
          expect(new Buckets(zone, measure, count).startOf(Math.max(start, 0))).toBe(start);
        }
      }),
      { numRuns: 30 },
    );
  });
});

it('is one zone in every spelling of its name', () => {
  const created = vi.spyOn(IANAZone, 'create');
  for (const name of ['America/New_York', 'aMERICA/new_york']) Zone.named(name);
  expect(new Set(created.mock.calls.flat()).size).toBe(1);
  created.mockRestore();
});

describe('a long range', () => {
  /** How often the runtime computes the local time of a zone while buckets are found for a series of times. */
  function lookups(zone: Zone, measure: Measure, from: number, step: number, count: number) {
    const asked = vi.spyOn(IANAZone.prototype, 'offset');
    const buckets = new Buckets(zone, measure, 1);
    for (let index = 0; index < count; index += 1) buckets.startOf(from + index * step);
    const { length } = asked.mock.calls;
    asked.mockRestore();
    return length;
  }

  it.each(zones)('of minutes asks for a zone a few times: %s', (name) => {
    const zone = Zone.named(name);
    expect(lookups(zone, 'minute', Date.UTC(2025, 0), minute, 200_000)).toBeLessThan(150);
  });

  it('of millennia asks for 400 years alone', () => {
    const [zone, fortnight] = [Zone.named('America/New_York'), 14 * day];
    expect(lookups(zone, 'day', Date.UTC(2100, 0), fortnight, 11_000)).toBeGreaterThan(10_000);
    expect(lookups(zone, 'day', Date.UTC(2900, 0), fortnight, 100_000)).toBeLessThan(50_000);
    expect(lookups(zone, 'day', Date.UTC(3300, 0), fortnight, 100_000)).toBe(0);
  });
});

describe('the calendar', () => {
  it.each<[string, Measure, number, string]>([
    ['2026-05-17T10:37:12', 'minute', 15, '2026-05-17T10:30:00'],
    ['2026-05-17T10:37:12', 'hour', 6, '2026-05-17T06:00:00'],
    ['2026-05-17T10:37:12', 'day', 1, '2026-05-17T00:00:00'],
    // A Sunday: its week began on Monday.
    ['2026-05-17T10:37:12', 'week', 1, '2026-05-11T00:00:00'],
    ['2026-05-17T10:37:12', 'month', 3, '2026-04-01T00:00:00'],
    ['2026-05-17T10:37:12', 'year', 1, '2026-01-01T00:00:00'],
    ['2026-05-17T10:37:12', 'year', 10, '2020-01-01T00:00:00'],
    ['2026-05-17T10:37:12', 'month', 1e300, '1970-01-01T00:00:00'],
    ['2024-02-29T00:00:00', 'month', 1, '2024-02-01T00:00:00'],
  ])('puts %s in the bucket of %s × %i that starts at %s', (time, measure, count, start) => {
    const bucket = wallBucket(DateTime.fromISO(`${time}Z`).toMillis(), measure, count);
    expect(bucket.start).toBe(Date.parse(`${start}Z`));
    expect(bucket.end).toBeGreaterThan(Date.parse(`${time}Z`));
  });
});
