import React, { type ReactNode } from 'react';
import type { Props } from '@theme/Icon/DarkMode';

/** Replaces the theme's moon icon to match the sun icon. */
export default function IconDarkMode(props: Props): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" {...props}>
      <path
        d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
