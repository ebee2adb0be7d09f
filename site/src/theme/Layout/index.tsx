import React, { useContext, type ReactNode } from 'react';
import Layout from '@theme-original/Layout';
import type { Props } from '@theme/Layout';
import { NeedsMain } from '@site/src/theme/SearchPage/needs-main';

/** Wraps the theme's layout: gives the search page the main landmark it lacks. */
export default function LayoutWrapper({ children, ...props }: Props): ReactNode {
  const needsMain = useContext(NeedsMain);
  return <Layout {...props}>{needsMain ? <main>{children}</main> : children}</Layout>;
}
