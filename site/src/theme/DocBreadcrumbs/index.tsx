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
import { CopyPage } from '@site/src/features/copy-page';
import { ValuesButton } from '@site/src/features/values';
import styles from './styles.module.css';

/** Breadcrumbs from the path of the page: its parents, then the page itself. */
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
 * Wraps the theme's breadcrumbs, which support only pages in a sidebar; one page of this site is in none. Adds the button
 * for the reader's values and the menu that copies the page.
 */
export default function DocBreadcrumbsWrapper(): ReactNode {
  const hasSidebar = Boolean(useSidebarBreadcrumbs()?.length);
  return (
    <div className={styles.breadcrumbs}>
      {hasSidebar ? <DocBreadcrumbs /> : <PathBreadcrumbs />}
      <ValuesButton />
      <CopyPage />
    </div>
  );
}
