import React, { type ReactNode } from 'react';
import {
  useActiveVersion,
  useDoc,
  useDocsVersion,
  useSidebarBreadcrumbs,
} from '@docusaurus/plugin-content-docs/client';
import useBaseUrl from '@docusaurus/useBaseUrl';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import Breadcrumbs from '@site/src/components/Breadcrumbs';
import ValuesButton from '@site/src/components/ValuesButton';
import styles from './styles.module.css';

/** Breadcrumbs out of the page's path: every page above it, then itself. */
function PathBreadcrumbs(): ReactNode {
  const { metadata } = useDoc();
  const titles = useDocsVersion().docs;
  const home = useBaseUrl('/');
  const above = (useActiveVersion(undefined)?.docs ?? [])
    .filter(({ path }) => path !== metadata.permalink && metadata.permalink.startsWith(path))
    .filter(({ path }) => path !== home)
    .sort((a, b) => a.path.length - b.path.length)
    .map(({ id, path }) => ({ path, title: titles[id]?.title ?? path }));
  return <Breadcrumbs above={above} title={metadata.title} />;
}

/**
 * Wraps the theme's breadcrumbs, which know only pages of a sidebar; one page of this site is in none. Next to them is
 * the button that opens the reader's values.
 */
export default function DocBreadcrumbsWrapper(): ReactNode {
  const hasSidebar = Boolean(useSidebarBreadcrumbs()?.length);
  return (
    <div className={styles.row}>
      {hasSidebar ? <DocBreadcrumbs /> : <PathBreadcrumbs />}
      <ValuesButton />
    </div>
  );
}
