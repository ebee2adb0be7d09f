import React, { type ReactNode } from 'react';

/** A moment of this session, to the second. @param at milliseconds since 1970 */
export default function Time({ at }: { readonly at: number }): ReactNode {
  const moment = new Date(at);
  return <time dateTime={moment.toISOString()}>{moment.toLocaleTimeString('en-GB')}</time>;
}
