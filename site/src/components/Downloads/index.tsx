import React, { type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';

interface Props {
  readonly label: string;
  /** Path below the site's base path. */
  readonly path: string;
  /** How to use the file. */
  readonly children?: ReactNode;
}

/** A list of files to download. */
export function Downloads({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul>{children}</ul>;
}

/** One file. */
export function Download({ label, path, children }: Props): ReactNode {
  return (
    <li>
      <a href={useBaseUrl(path)} download>
        {label}
      </a>
      {children}
    </li>
  );
}
