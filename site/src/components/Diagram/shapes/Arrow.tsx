import React, { type ReactNode } from 'react';
import { arrowPath } from './geometry';

interface Props {
  /** x and y of each point in turn, the last one being the tip. */
  readonly path: readonly number[];
  /** Tips at both ends. */
  readonly both?: boolean;
  readonly dashed?: boolean;
}

/** A line with rounded corners and a tip. */
export default function Arrow({ path, both = false, dashed }: Props): ReactNode {
  return (
    <path
      className={dashed ? 'diagram__line diagram__line--dashed' : 'diagram__line'}
      d={arrowPath(path, both)}
    />
  );
}
