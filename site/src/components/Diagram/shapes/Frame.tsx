import React, { type ReactNode } from 'react';
import type { Area } from './geometry';

interface Props {
  readonly at: Area;
  /** What stands on this ground. */
  readonly children?: ReactNode;
}

/** The ground of things that belong together. */
export default function Frame({ at: [x, y, w, h], children }: Props): ReactNode {
  return (
    <g className="diagram__frame">
      <rect x={x} y={y} width={w} height={h} rx="12" />
      {children}
    </g>
  );
}
