/** When an exercise is done: by what arrived on the platform, not by the text of the program. */
import type { ExerciseId } from '../../contracts/device-program';
import type { NodeRecords, Point } from './records';

/** How far the reader is. */
export interface Progress {
  readonly isDone: boolean;
  readonly text: string;
}

/**
 * Reads the platform once, and compares it with what it had at the first read.
 * @param now milliseconds of a clock that never goes back
 */
export type Check = (records: NodeRecords, now: number) => Promise<Progress>;

const waiting = (text: string): Progress => ({ isDone: false, text });
const done = (text: string): Progress => ({ isDone: true, text: `Done: ${text}` });

/** The measured variable. */
const variable = 'temperature';

const seconds = 1000;

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Timestamps are whole seconds, so that 5 seconds can look like 4 or 6. */
const isAbout = (value: number, wanted: number) => Math.abs(value - wanted) <= 1;

/** Reads the points that are newer than those of the first read, oldest first. */
function newPoints(): (records: NodeRecords) => Promise<readonly Point[]> {
  let start: number | undefined;
  return async (records) => {
    const points = await records.points(variable);
    const first = (start ??= points.at(-1)?.timestamp ?? 0);
    return points.filter(({ timestamp }) => timestamp > first);
  };
}

/** Three values in a row, 5 seconds apart. */
function interval(): Check {
  const wanted = 5;
  const read = newPoints();
  return async (records) => {
    const times = (await read(records)).slice(-3).map(({ timestamp }) => timestamp);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const [first, last = first] = gaps;
    if (last === undefined) {
      return waiting(`Your project has ${plural(times.length, 'new value')} of temperature.`);
    }
    if (gaps.length === 2 && gaps.every((gap) => isAbout(gap, wanted))) {
      return done(`the last three values of temperature are ${wanted} s apart.`);
    }
    return waiting(`The last two values of temperature are ${last} s apart.`);
  };
}

/** A command that succeeded, with a lamp that changed while it ran. */
function blink(): Check {
  const wanted = 3;
  let known: ReadonlySet<string> | undefined;
  return async (records) => {
    const commands = await records.commands();
    known ??= new Set(commands.map(({ commandId }) => commandId));
    const newest = commands.find(({ commandId }) => !known?.has(commandId));
    if (!newest) return waiting('Your node has no new command.');
    if (newest.status !== 'success')
      return waiting(`The status of the command is ${newest.status}.`);
    const [from, to] = [newest.issuedAt / seconds - 1, newest.updatedOn / seconds + 1];
    const values = (await records.points('lamp'))
      .filter(({ timestamp }) => timestamp >= from && timestamp <= to)
      .map(({ value }) => value);
    const changes = values.filter((value, index) => index > 0 && value !== values[index - 1]);
    const sentence = `the lamp changed ${plural(changes.length, 'time')} while the command ran`;
    return changes.length >= wanted
      ? done(`${sentence}, and the command succeeded.`)
      : waiting(`The command succeeded, and ${sentence}.`);
  };
}

/** Values that arrived together, although the device measured them one after the other. */
function buffer(): Check {
  const read = newPoints();
  let last: { readonly at: number; readonly known: ReadonlySet<number> } | undefined;
  return async (records, now) => {
    const times = (await read(records)).map(({ timestamp }) => timestamp);
    const before = last;
    last = { at: now, known: new Set(times) };
    const fresh = before ? times.filter((time) => !before.known.has(time)) : [];
    const [oldest = 0] = fresh;
    const span = (fresh.at(-1) ?? 0) - oldest;
    // Without an outage, what arrives between two reads is as old as the time between them. One second for rounding.
    if (before && span * seconds > now - before.at + 2 * seconds) {
      return done(
        `${fresh.length} values of ${span} s arrived at once, with the times at which they were measured.`,
      );
    }
    return times.length === 0
      ? waiting('Your project has no new values of temperature.')
      : waiting(
          `Your project has ${plural(times.length, 'new value')} of temperature, none of them late.`,
        );
  };
}

/** A key of the value store with the highest temperature that arrived. */
function maximum(): Check {
  const key = 'max-temperature';
  const read = newPoints();
  let first: number | undefined;
  return async (records) => {
    const values = (await read(records)).map(({ value }) => Number(value));
    const stored = await records.value(key);
    first ??= stored?.modified ?? 0;
    if (!stored || stored.modified <= first) return waiting(`The device has not written ${key}.`);
    if (values.length === 0) return waiting('Your project has no new values of temperature.');
    const highest = Math.max(...values);
    return stored.value === highest
      ? done(`${key} is ${highest}, the highest of ${plural(values.length, 'new value')}.`)
      : waiting(
          `${key} is ${JSON.stringify(stored.value)}, and the highest new value is ${highest}.`,
        );
  };
}

/** A deployment that the device skipped. */
function skip(): Check {
  let known: ReadonlySet<string> | undefined;
  return async (records) => {
    const ids = await records.deployments();
    known ??= new Set(ids);
    const fresh = ids.filter((id) => !known?.has(id));
    if (fresh.length === 0) return waiting('Your project has no new deployment.');
    for (const id of fresh) {
      if ((await records.skipped(id)) > 0) return done('the deployment counts 1 skipped device.');
    }
    return waiting('The deployment counts 0 skipped devices.');
  };
}

const checks: Readonly<Record<ExerciseId, () => Check>> = {
  interval,
  blink,
  buffer,
  maximum,
  skip,
};

/** Starts the check of an exercise. Its first read is what later reads are compared with. */
export const startCheck = (id: ExerciseId): Check => checks[id]();
