import React, { type ReactNode } from 'react';
import type { Area } from './geometry';
import Text, { lineHeight } from './Text';

interface Props {
  readonly at: Area;
  readonly name?: string;
  /** Lines below the name; backticks mark code. */
  readonly lines?: readonly string[];
  /** `key` is what the picture is about, `open` is where nothing happens. */
  readonly tone?: 'key' | 'open';
}

/** A rectangle with centred text. */
export default function Box({ at: [x, y, w, h], name, lines = [], tone }: Props): ReactNode {
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
