import React, { type ReactNode } from 'react';
import type { Point } from './geometry';

/** Units from one baseline to the next. */
export const lineHeight = 17;

interface Props {
  /** Baseline of the first line. */
  readonly at: Point;
  /** Backticks mark code. */
  readonly lines: readonly string[];
  readonly anchor?: 'middle' | 'end';
  /** `name` is bold, `note` is dimmed. */
  readonly kind?: 'name' | 'note';
}

function withMono(line: string): ReactNode {
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
export default function Text({ at: [x, y], lines, anchor, kind }: Props): ReactNode {
  return lines.map((line, index) => (
    <text
      key={index}
      x={x}
      y={y + index * lineHeight}
      textAnchor={anchor}
      className={kind && `diagram__${kind}`}
    >
      {withMono(line)}
    </text>
  ));
}
