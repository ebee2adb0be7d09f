import React, { type ReactNode } from 'react';
import type { Point } from './geometry';

interface Props {
  /** Middle of the disc. */
  readonly at: Point;
  readonly n: number;
}

/** A number in a disc. */
export default function Badge({ at: [x, y], n }: Props): ReactNode {
  return (
    <g className="diagram__badge">
      <circle cx={x} cy={y} r="10" />
      <text x={x} y={y + 4.5} textAnchor="middle">
        {n}
      </text>
    </g>
  );
}
