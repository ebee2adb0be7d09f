import { describe, expect, test } from 'vitest';
import {
  initial,
  isOnline,
  next,
  shownTime,
  switchLamp,
  togglePlug,
  wantsLamp,
  type Model,
} from './greenhouse-model';

/** The model after a number of steps. */
function after(steps: number, model: Model): Model {
  let last = model;
  for (let step = 0; step < steps; step += 1) last = next(last);
  return last;
}

/** Steps between the values of the app, except the newest, which may still be on its way. */
const gaps = ({ points }: Model) =>
  points.slice(1).map(({ step }, index) => step - (points[index]?.step ?? 0));

test('the app has values of the time that it shows, and no others', () => {
  expect(new Set(gaps(initial))).toEqual(new Set([4]));
  const later = after(500, initial);
  expect(later.points.at(0)?.step).toBeGreaterThanOrEqual(later.step - shownTime - 4);
  expect(later.points.at(-1)?.step).toBeGreaterThanOrEqual(later.step - 6);
});

test('temperature and humidity drift, and stay those of a greenhouse', () => {
  const { points } = after(200, initial);
  expect(new Set(points.map(({ temperature }) => temperature)).size).toBeGreaterThan(5);
  for (const { temperature, humidity } of points) {
    expect(temperature).toBeGreaterThan(20);
    expect(temperature).toBeLessThan(24);
    expect(humidity).toBeGreaterThan(55);
    expect(humidity).toBeLessThan(65);
  }
});

test('the same steps have the same values', () => {
  expect(after(50, initial)).toEqual(after(50, initial));
});

test('a value is on its way before the app has it', () => {
  const sent = after(4, initial);
  expect(sent.submission?.points).toHaveLength(1);
  expect(sent.points).not.toContain(sent.submission?.points[0]);
  expect(after(2, sent).points).toContain(sent.submission?.points[0]);
  expect(after(2, sent).submission).toBeUndefined();
});

describe('the lamp', () => {
  test('turns on when the command has arrived, and warms', () => {
    const switched = switchLamp(initial);
    expect(wantsLamp(switched)).toBe(true);
    expect(after(1, switched).isLampOn).toBe(false);
    const lit = after(2, switched);
    expect(lit).toMatchObject({ isLampOn: true, command: undefined, happening: 'lampOn' });
    const warm = after(40, lit);
    expect(warm.temperature).toBeGreaterThan(initial.temperature + 3);
    expect(warm.humidity).toBeLessThan(initial.humidity - 5);

    const cool = after(120, switchLamp(warm));
    expect(cool).toMatchObject({ isLampOn: false, happening: 'lampOff' });
    expect(cool.temperature).toBeLessThan(warm.temperature - 3);
  });

  test('waits for a device without a network', () => {
    const queued = after(20, switchLamp(togglePlug(initial)));
    expect(queued).toMatchObject({ isLampOn: false, command: { from: 'queue' } });
    expect(wantsLamp(queued)).toBe(true);
    const back = togglePlug(queued);
    expect(after(1, back).isLampOn).toBe(false);
    expect(after(2, back).isLampOn).toBe(true);
  });

  test('waits when the network goes while the command is on its way', () => {
    const lost = after(20, togglePlug(switchLamp(initial)));
    expect(lost.isLampOn).toBe(false);
    expect(after(2, togglePlug(lost)).isLampOn).toBe(true);
  });
});

describe('without a network', () => {
  const unplugged = togglePlug(initial);

  test('the device is offline after three missed heartbeats', () => {
    expect(unplugged.happening).toBe('unplugged');
    const waiting = 12 - (unplugged.step - unplugged.beatAt);
    expect(isOnline(after(waiting, unplugged))).toBe(true);
    const offline = after(waiting + 1, unplugged);
    expect(isOnline(offline)).toBe(false);
    expect(offline.happening).toBe('offline');
  });

  test('the app gets no values, and all of them when the device is back', () => {
    const away = after(60, unplugged);
    expect(away.stored).toHaveLength(15);
    const newest = away.points.at(-1)?.step ?? 0;
    expect(newest).toBeLessThanOrEqual(unplugged.step);

    const back = togglePlug(away);
    expect(isOnline(back)).toBe(true);
    expect(back).toMatchObject({ stored: [], happening: 'returned' });
    expect(back.submission?.points).toHaveLength(15);
    const complete = after(2, back);
    expect(complete.points.at(-1)?.step).toBeGreaterThan(newest);
    expect(new Set(gaps(complete))).toEqual(new Set([4]));
  });

  test('no value is lost, whenever the network goes and returns', () => {
    for (let wait = 0; wait < 8; wait += 1) {
      for (let away = 0; away < 12; away += 1) {
        const lost = after(away, togglePlug(after(wait, initial)));
        const back = after(20, togglePlug(lost));
        expect([wait, away, ...new Set(gaps(back))]).toEqual([wait, away, 4]);
      }
    }
  });

  test('the device keeps as many values as the app shows', () => {
    expect(after(1000, unplugged).stored.length).toBe(shownTime / 4 + 1);
  });
});
