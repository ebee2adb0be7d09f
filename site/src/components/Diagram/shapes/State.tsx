import React, { type ReactNode } from 'react';

const height = 34;

interface Props {
  /** `[x, y, width]`; a state is 34 units high. */
  readonly at: readonly [number, number, number];
  /** Literal value of the API. */
  readonly name: string;
  /** `final` takes no further change; `flag` is no state of its own. */
  readonly tone?: 'final' | 'flag';
}

/** A state, named by its literal value. */
export default function State({ at: [x, y, w], name, tone }: Props): ReactNode {
  return (
    <g className={tone ? `diagram__state diagram__state--${tone}` : 'diagram__state'}>
      <rect x={x} y={y} width={w} height={height} rx={height / 2} />
      <text x={x + w / 2} y={y + 21} textAnchor="middle" className="diagram__mono">
        {name}
      </text>
    </g>
  );
}
