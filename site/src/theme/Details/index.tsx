import React, { isValidElement, type ReactNode } from 'react';
import clsx from 'clsx';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { Props } from '@theme/Details';
import './styles.css';

/**
 * A native `details`, which toggles without React. The theme's keeps a separate state, which differs from what the reader
 * toggles before hydration, and hides the text from the browser's search.
 */
export default function Details({ summary, children, className, ...props }: Props): ReactNode {
  useBrokenLinks().collectAnchor(props.id);
  return (
    <details {...props} className={clsx('alert alert--info folded', className)}>
      {isValidElement(summary) ? summary : <summary>{summary ?? 'Details'}</summary>}
      <div>{children}</div>
    </details>
  );
}
