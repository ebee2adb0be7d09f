import React, { type ReactNode } from 'react';

/** Text whose parts in backticks are code. */
export default function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code translate="no" key={index}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
