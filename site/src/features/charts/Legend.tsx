import React, { type ReactNode } from 'react';
import { styleOf } from './plot';

interface Line {
  readonly name: string;
  /** Value under the pointer. */
  readonly value: number | undefined;
}

interface Props {
  readonly lines: readonly Line[];
  /** Indexes of the lines that are not shown. */
  readonly hidden: ReadonlySet<number>;
  readonly onHidden: (hidden: ReadonlySet<number>) => void;
}

/** The lines of a chart, each a button that shows and hides it. */
export default function Legend({ lines, hidden, onHidden }: Props): ReactNode {
  const toggle = (index: number) => {
    const next = new Set(hidden);
    if (!next.delete(index)) next.add(index);
    onHidden(next);
  };
  return (
    <div className="chart__buttons" role="group" aria-label="Nodes">
      {lines.map(({ name, value }, index) => {
        const { color, dash } = styleOf(index);
        return (
          <button
            key={index}
            type="button"
            className="control control--small chart__key"
            aria-pressed={!hidden.has(index)}
            onClick={() => toggle(index)}
          >
            <svg width="28" height="8" aria-hidden="true">
              <path
                d="M0 4H28"
                style={{ stroke: `var(${color})` }}
                strokeDasharray={dash.join(' ')}
              />
            </svg>
            {lines.length > 1 && <strong>{index + 1}</strong>} {name}
            {value !== undefined && <output>{value}</output>}
          </button>
        );
      })}
    </div>
  );
}
