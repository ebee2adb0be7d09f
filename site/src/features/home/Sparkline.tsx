import React, { useId, type ReactNode } from 'react';
import { chartLine } from './chart-line';
import type { Point } from './tour';

const width = 320;
const height = 120;
/** Space above and below the line, for the label of the newest value. */
const margin = 24;

const timeOf = ({ timestamp }: Point) =>
  new Date(timestamp * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

interface Props {
  /** Name of the variable. */
  readonly variable: string;
  /** Newest first, at least one. */
  readonly points: readonly Point[];
}

/**
 * Values over time as a line; the newest one has a label. The chart of `features/charts` has axes and tools, which a step of
 * the tour does not need.
 */
export default function Sparkline({ variable, points }: Props): ReactNode {
  const id = useId();
  const newest = points[0];
  const oldest = points.at(-1);
  if (!newest || !oldest) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const line = chartLine(points.map(({ timestamp: time, value }) => ({ time, value })).reverse(), {
    left: 4,
    top: margin,
    width: width - 12,
    height: height - 2 * margin,
    from: oldest.timestamp,
    to: newest.timestamp,
  });
  if (!line) return null;
  return (
    <svg
      className="live__chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
    >
      <title id={`${id}t`}>{`${variable}, last day`}</title>
      <desc id={`${id}d`}>
        {`${points.length} values from ${low} to ${high}. The newest, at ${timeOf(newest)}, is ${newest.value}.`}
      </desc>
      <path className="live__base" d={`M0 ${height - margin + 6}H${width}`} />
      <path className="live__line" d={line.path} />
      <circle cx={line.x} cy={line.y} r="4" />
      <text className="live__newest" x={line.x + 4} y={line.y - 9} textAnchor="end">
        {newest.value}
      </text>
      <text x="0" y={height - 3}>
        {timeOf(oldest)}
      </text>
      <text x={width} y={height - 3} textAnchor="end">
        {timeOf(newest)}
      </text>
    </svg>
  );
}
