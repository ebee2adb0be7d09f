/** A value and its time, in any unit. */
export interface ChartPoint {
  readonly time: number;
  readonly value: number;
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Times at the left and right edge. */
  readonly from: number;
  readonly to: number;
  /** The least difference between the values at the bottom and top edge. */
  readonly span?: number;
  /** Points that are further apart in time are not connected. */
  readonly gap?: number;
}

/**
 * A line through points, which fills its frame.
 * @param points oldest first
 * @returns data of an SVG path, and the position of the newest point; undefined without points
 */
export function chartLine(
  points: readonly ChartPoint[],
  { left, top, width, height, from, to, span = 0, gap = Infinity }: Frame,
): { readonly path: string; readonly x: number; readonly y: number } | undefined {
  const newest = points.at(-1);
  if (!newest) return undefined;
  const values = points.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(highest - lowest, span) || 1;
  const low = (lowest + highest - range) / 2;
  const x = (time: number) => left + ((time - from) / (to - from || 1)) * width;
  const y = (value: number) => top + height - ((value - low) / range) * height;
  const path = points
    .map(({ time, value }, index) => {
      const former = points[index - 1];
      const command = former && time - former.time <= gap ? 'L' : 'M';
      return `${command}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  return { path, x: x(newest.time), y: y(newest.value) };
}
