import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocItemLayout from '@theme-original/DocItem/Layout';
import type { Props } from '@theme/DocItem/Layout';

/**
 * Wraps the theme's layout of a page: a call page (`call: true` in its front matter) has its own columns, and its styles must apply from the first bytes of
 * the page on. A class inside the text would arrive after the browser has painted what is above it.
 */
export default function DocItemLayoutWrapper(props: Props): ReactNode {
  const { frontMatter } = useDoc();
  const layout = <DocItemLayout {...props} />;
  return 'call' in frontMatter ? <div className="call-page">{layout}</div> : layout;
}
