import React, { type ReactNode } from 'react';
import Box from './Box';

const headHeight = 34;

interface Props {
  /** Middle of the lane. */
  readonly x: number;
  readonly y: number;
  /** Width of the head. */
  readonly w: number;
  readonly name: string;
  /** Where the life line ends. */
  readonly end: number;
  readonly tone?: 'key';
}

/** A partner of a sequence: its head, and its life line below. */
export default function Lane({ x, y, w, name, end, tone }: Props): ReactNode {
  return (
    <>
      <path className="diagram__life" d={`M${x} ${y + headHeight}V${end}`} />
      <Box at={[x - w / 2, y, w, headHeight]} name={name} tone={tone} />
    </>
  );
}
