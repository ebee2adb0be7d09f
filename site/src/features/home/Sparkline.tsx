import React, { useId, type ReactNode } from 'react';
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
  const x = ({ timestamp }: Point) =>
    ((timestamp - oldest.timestamp) / (newest.timestamp - oldest.timestamp || 1)) * (width - 12) +
    4;
  const y = ({ value }: Point) =>
    height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin);
  const line = points.map((point) => `${x(point).toFixed(1)} ${y(point).toFixed(1)}`).join('L');
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
      <path className="live__line" d={`M${line}`} />
      <circle cx={x(newest)} cy={y(newest)} r="4" />
      <text className="live__newest" x={x(newest) + 4} y={y(newest) - 9} textAnchor="end">
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
