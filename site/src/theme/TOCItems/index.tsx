import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import TOCItems from '@theme-original/TOCItems';
import type { Props } from '@theme/TOCItems';

/**
 * Wraps the theme's links. On the page of an operation, it would mark the code samples wherever the reader is, because they are
 * always in view: `request-runner/Send` marks the section there.
 */
export default function TOCItemsWrapper(props: Props): ReactNode {
  const isOperation = 'operation' in useDoc().frontMatter;
  return (
    <TOCItems
      {...props}
      linkActiveClassName={isOperation ? undefined : props.linkActiveClassName}
    />
  );
}
