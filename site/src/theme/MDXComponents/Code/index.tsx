import React, { type ComponentProps, type ReactNode } from 'react';

/**
 * Replaces the theme's `code`, which imports its browser-side highlighter to distinguish blocks from inline code. Blocks are
 * handled in `MDXComponents/Pre` here, so every `code` is inline.
 */
export default function MDXCode(props: ComponentProps<'code'>): ReactNode {
  return <code translate="no" {...props} />;
}
