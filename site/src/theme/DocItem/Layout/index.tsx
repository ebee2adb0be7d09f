import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocItemLayout from '@theme-original/DocItem/Layout';
import type { Props } from '@theme/DocItem/Layout';

/**
 * Wraps the theme's page layout. An operation page (`operation: true` in its front matter) has a different column layout,
 * whose styles must apply from the first bytes of the page. A class inside the text would arrive after the browser has
 * painted the content above it.
 */
export default function DocItemLayoutWrapper(props: Props): ReactNode {
  const { frontMatter } = useDoc();
  const layout = <DocItemLayout {...props} />;
  return 'operation' in frontMatter ? <div className="operation-page">{layout}</div> : layout;
}
