import React, { type ReactNode } from 'react';
import type { Point } from './geometry';
import Text from './Text';

interface Props {
  /** Baseline of the first line. */
  readonly at: Point;
  readonly lines: readonly string[];
  readonly anchor?: 'middle' | 'end';
}

/** A remark beside the drawing, dimmed. */
export default function Note(props: Props): ReactNode {
  return <Text {...props} kind="note" />;
}
