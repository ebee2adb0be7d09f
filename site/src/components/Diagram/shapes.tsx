import React, { type ReactNode } from 'react';

/** `[x, y]` in units. */
type Point = readonly [number, number];

/** `[x, y, width, height]` in units. */
type Area = readonly [number, number, number, number];

const corner = 7;
const head = 7;

const round = (value: number): number => Math.round(value * 10) / 10;
const textOf = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

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
  return `M${textOf([x - dy, y + dx])}L${textOf(tip)}L${textOf([x + dy, y - dx])}`;
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
function arrowPath(path: readonly number[], both: boolean): string {
  const points = pointsOf(path);
  const [start, second] = points;
  const [last, end] = points.slice(-2);
  if (!start || !second || !last || !end) throw new Error('an arrow needs two points');
  const corners = points.slice(1, -1).map((point, index) => {
    const before = pointToward(point, points[index] ?? point, corner);
    const after = pointToward(point, points[index + 2] ?? point, corner);
    return `L${textOf(before)}Q${textOf(point)} ${textOf(after)}`;
  });
  const line = `M${textOf(start)}${corners.join('')}L${textOf(end)}`;
  return line + tipPath(last, end) + (both ? tipPath(second, start) : '');
}

/** Distance between baselines, in units. */
const lineHeight = 17;

interface TextProps {
  /** Baseline of the first line. */
  readonly at: Point;
  /** Backticks mark code. */
  readonly lines: readonly string[];
  readonly anchor?: 'middle' | 'end';
  /** `name` is bold, `note` is dimmed. */
  readonly kind?: 'name' | 'note';
}

function withMonospace(line: string): ReactNode {
  if (!line.includes('`')) return line;
  return line.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <tspan key={index} className="diagram__mono">
        {part}
      </tspan>
    ) : (
      part
    ),
  );
}

/** Lines of text, one below the other. */
export function Text({ at: [x, y], lines, anchor, kind }: TextProps): ReactNode {
  return lines.map((line, index) => (
    <text
      key={index}
      x={x}
      y={y + index * lineHeight}
      textAnchor={anchor}
      className={kind && `diagram__${kind}`}
    >
      {withMonospace(line)}
    </text>
  ));
}

interface NoteProps {
  /** Baseline of the first line. */
  readonly at: Point;
  readonly lines: readonly string[];
  readonly anchor?: 'middle' | 'end';
}

/** A note next to the drawing, dimmed. */
export function Note(props: NoteProps): ReactNode {
  return <Text {...props} kind="note" />;
}

interface BadgeProps {
  /** Center of the circle. */
  readonly at: Point;
  readonly n: number;
}

/** A number in a circle. */
export function Badge({ at: [x, y], n }: BadgeProps): ReactNode {
  return (
    <g className="diagram__badge">
      <circle cx={x} cy={y} r="10" />
      <text x={x} y={y + 4.5} textAnchor="middle">
        {n}
      </text>
    </g>
  );
}

interface ArrowProps {
  /** Alternating x and y of the points; the last one has the arrowhead. */
  readonly path: readonly number[];
  /** Arrowheads at both ends. */
  readonly both?: boolean;
  readonly dashed?: boolean;
}

/** A line with rounded corners and an arrowhead. */
export function Arrow({ path, both = false, dashed }: ArrowProps): ReactNode {
  return (
    <path
      className={dashed ? 'diagram__line diagram__line--dashed' : 'diagram__line'}
      d={arrowPath(path, both)}
    />
  );
}

interface BoxProps {
  readonly at: Area;
  readonly name?: string;
  /** Lines below the name; backticks mark code. */
  readonly lines?: readonly string[];
  /** `key` is the subject of the figure; `open` is a state in which nothing happens. */
  readonly tone?: 'key' | 'open';
}

/** A rectangle with centered text. */
export function Box({ at: [x, y, w, h], name, lines = [], tone }: BoxProps): ReactNode {
  const names = name === undefined ? [] : [name];
  const middle = x + w / 2;
  const first = y + (h - (names.length + lines.length) * lineHeight) / 2 + 13;
  const next = first + names.length * lineHeight;
  return (
    <g className={tone ? `diagram__box diagram__box--${tone}` : 'diagram__box'}>
      <rect x={x} y={y} width={w} height={h} rx="8" />
      <Text at={[middle, first]} anchor="middle" kind="name" lines={names} />
      <Text at={[middle, next]} anchor="middle" lines={lines} />
    </g>
  );
}

interface FrameProps {
  readonly at: Area;
  /** The text in this area. */
  readonly children?: ReactNode;
}

/** Background of a group. */
export function Frame({ at: [x, y, w, h], children }: FrameProps): ReactNode {
  return (
    <g className="diagram__frame">
      <rect x={x} y={y} width={w} height={h} rx="12" />
      {children}
    </g>
  );
}

const headHeight = 34;

interface LaneProps {
  /** Center of the lifeline. */
  readonly x: number;
  readonly y: number;
  /** Width of the box at the top. */
  readonly w: number;
  readonly name: string;
  /** End of the lifeline. */
  readonly end: number;
  readonly tone?: 'key';
}

/** A participant of a sequence diagram: a box with a lifeline. */
export function Lane({ x, y, w, name, end, tone }: LaneProps): ReactNode {
  return (
    <>
      <path className="diagram__life" d={`M${x} ${y + headHeight}V${end}`} />
      <Box at={[x - w / 2, y, w, headHeight]} name={name} tone={tone} />
    </>
  );
}

const height = 34;

interface StateProps {
  /** `[x, y, width]`; a state is 34 units high. */
  readonly at: readonly [number, number, number];
  /** Literal value of the API. */
  readonly name: string;
  /** A `final` state does not change again; a `flag` is not a separate state. */
  readonly tone?: 'final' | 'flag';
}

/** A state with its API value. */
export function State({ at: [x, y, w], name, tone }: StateProps): ReactNode {
  return (
    <g className={tone ? `diagram__state diagram__state--${tone}` : 'diagram__state'}>
      <rect x={x} y={y} width={w} height={height} rx={height / 2} />
      <text x={x + w / 2} y={y + 21} textAnchor="middle" className="diagram__mono">
        {name}
      </text>
    </g>
  );
}
