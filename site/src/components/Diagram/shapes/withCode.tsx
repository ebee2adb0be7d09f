import React, { type ReactNode } from 'react';

/** Text whose parts in backticks become `<code>`. */
export function withCode(text: string): ReactNode {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
