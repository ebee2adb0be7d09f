/** `[x, y]` in units. */
export type Point = readonly [number, number];

/** `[x, y, width, height]` in units. */
export type Area = readonly [number, number, number, number];

const corner = 7;
const head = 7;

const round = (value: number): number => Math.round(value * 10) / 10;
const text = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** The point at `distance` from `from` in the direction of `to`. */
function pointToward(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = distance / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** SVG path of an open arrowhead at `tip` for a line that comes from `from`. */
function tipPath(from: Point, tip: Point): string {
  const [x, y] = pointToward(tip, from, head);
  const [dx, dy] = [(x - tip[0]) * 0.7, (y - tip[1]) * 0.7];
  return `M${text([x - dy, y + dx])}L${text(tip)}L${text([x + dy, y - dx])}`;
}

function pointsOf(path: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < path.length; index += 2) {
    points.push([path[index] ?? 0, path[index + 1] ?? 0]);
  }
  return points;
}

/**
 * SVG path of a line with rounded corners and an arrowhead at its end.
 * @param path alternating x and y of at least two points
 * @param both adds an arrowhead at the start
 */
export function arrowPath(path: readonly number[], both: boolean): string {
  const points = pointsOf(path);
  const [start, second] = points;
  const [last, end] = points.slice(-2);
  if (!start || !second || !last || !end) throw new Error('an arrow needs two points');
  const corners = points.slice(1, -1).map((point, index) => {
    const before = pointToward(point, points[index] ?? point, corner);
    const after = pointToward(point, points[index + 2] ?? point, corner);
    return `L${text(before)}Q${text(point)} ${text(after)}`;
  });
  const line = `M${text(start)}${corners.join('')}L${text(end)}`;
  return line + tipPath(last, end) + (both ? tipPath(second, start) : '');
}
