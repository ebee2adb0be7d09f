/** How many seconds a unit of time has. */
const seconds: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};

/**
 * A duration in another unit of time.
 * @throws Error for an unknown unit, and when the result is no whole number
 */
export function converted(value: number, from: string, to: string): number {
  const [has, wants] = [seconds[from], seconds[to]];
  const names = Object.keys(seconds).join(', ');
  if (has === undefined) throw new Error(`${from} is no unit of time to convert: ${names}`);
  if (wants === undefined) throw new Error(`as="${to}" is no unit of time: ${names}`);
  const result = Math.round((value * has * 1000) / wants) / 1000;
  if (Number.isInteger(result)) return result;
  throw new Error(`${value} ${from} are no whole number of ${to}`);
}
