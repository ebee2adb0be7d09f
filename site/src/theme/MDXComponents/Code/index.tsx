import React, { type ComponentProps, type ReactNode } from 'react';

/**
 * Replaces the theme's `code`, which imports its browser-side highlighter to tell a block from inline code. Blocks go
 * another way here (see `MDXComponents/Pre`), so every `code` is inline.
 */
export default function MDXCode(props: ComponentProps<'code'>): ReactNode {
  return <code {...props} />;
}
