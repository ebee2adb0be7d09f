import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import useBaseUrl from '@docusaurus/useBaseUrl';
import DocItemLayout from '@theme-original/DocItem/Layout';
import type { Props } from '@theme/DocItem/Layout';

/**
 * Wraps the theme's page layout. Operation pages (`operation: true` in their front matter) and the home page have other
 * columns, whose styles must apply from the first bytes of the page: a class inside the text would arrive after the browser
 * has painted the content above it. The framework sets its classes of `html` a frame after a route change has scrolled.
 */
export default function DocItemLayoutWrapper(props: Props): ReactNode {
  const { frontMatter, metadata } = useDoc();
  const home = useBaseUrl('/');
  const layout = <DocItemLayout {...props} />;
  if (metadata.permalink === home) return <div className="home-page">{layout}</div>;
  return 'operation' in frontMatter ? <div className="operation-page">{layout}</div> : layout;
}
