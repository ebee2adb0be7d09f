/** A value of the demo device. */
interface Sample {
  readonly variable: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly number: number | null;
  /** JSON. */
  readonly json: string | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;
export const step = 5 * minute;

/** A number in -1..1 that looks random and follows from the time alone. */
function noise(timestamp: number, salt: number): number {
  const x = Math.sin((timestamp / step) * 12.9898 + salt * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Position within the day, 0 at midnight UTC. */
function partOfDay(timestamp: number): number {
  return (timestamp % day) / day;
}

/** Degrees Celsius: coldest before dawn, warmest in the afternoon. */
function temperature(timestamp: number): number {
  const swing = Math.sin(2 * Math.PI * (partOfDay(timestamp) - 0.4));
  return round(23 + 5 * swing + 0.4 * noise(timestamp, 1), 2);
}

/** A walk of some hundred metres around one place. */
function position(timestamp: number): string {
  const angle = 2 * Math.PI * partOfDay(timestamp);
  const lat = 22.3 + 0.002 * Math.cos(angle) + 0.0001 * noise(timestamp, 2);
  const long = 73.2 + 0.002 * Math.sin(angle) + 0.0001 * noise(timestamp, 3);
  return JSON.stringify({ lat: round(lat, 6), long: round(long, 6) });
}

/** Open now and then during working hours. */
function doorState(timestamp: number): string {
  const works = Math.abs(partOfDay(timestamp) - 0.5) < 0.2;
  return JSON.stringify(works && noise(timestamp, 4) > 0.6 ? 'open' : 'closed');
}

/** A day of values at steps of 5 minutes, the newest at or before now. The same time always has the same values. */
export function demoSamples(now: number): readonly Sample[] {
  const last = now - (now % step);
  const timestamps = Array.from(
    { length: day / step },
    (_, index) => last - index * step,
  ).reverse();
  return timestamps.flatMap((timestamp) => [
    { variable: 'temperature', timestamp, number: temperature(timestamp), json: null },
    { variable: 'position', timestamp, number: null, json: position(timestamp) },
    { variable: 'door_state', timestamp, number: null, json: doorState(timestamp) },
  ]);
}
