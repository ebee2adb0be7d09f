import React, { type ReactNode } from 'react';
import type { Props } from '@theme/Icon/LightMode';

/** Replaces the theme's sun icon, whose path is 1.2 kB on every page. */
export default function IconLightMode(props: Props): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" {...props}>
      <circle cx="12" cy="12" r="4" strokeWidth="2" />
      <path
        d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m-12.8 0L7 17M17 7l1.4-1.4"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
