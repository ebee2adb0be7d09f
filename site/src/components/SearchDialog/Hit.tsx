import React, { type ReactElement, type ReactNode } from 'react';
import Link from '@docusaurus/Link';

export interface Props {
  readonly hit: { readonly url: string };
  readonly children: ReactNode;
}

/** A hit as a link that the router follows. */
export default function Hit({ hit, children }: Props): ReactElement {
  return <Link to={hit.url}>{children}</Link>;
}
