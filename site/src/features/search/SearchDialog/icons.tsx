import React, { type ReactNode } from 'react';

/** Lines of the icons in a square of 20. */
const paths = {
  search: 'M14 8.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0m-1 4.5 4.5 4.5',
  page: 'M5 2.5h6.5L15.5 7v10.5H5zM11.5 2.5V7h4',
  heading: 'M8 3 6 17m8-14-2 14M3.5 7.5h14M2.5 12.5h14',
  text: 'M3.5 5h13m-13 5h13m-13 5h8',
  recent: 'M17 10a7 7 0 1 1-2.1-5M10 6v4l2.7 1.6M15.5 2v3.2h-3.2',
  star: 'm10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.1l5-.7z',
  remove: 'm5 5 10 10m0-10L5 15',
  enter: 'M16 4v5a3 3 0 0 1-3 3H4.5m0 0 3.5-3.5M4.5 12 8 15.5',
  spinner: 'M10 3a7 7 0 1 1-7 7',
} as const;

export type IconName = keyof typeof paths;

interface Props {
  readonly name: IconName;
  readonly className?: string;
}

/** An icon in the color of the text around it. */
export default function Icon({ name, className }: Props): ReactNode {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
