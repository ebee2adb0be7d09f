import React, { type ReactNode } from 'react';
import {
  useActiveVersion,
  useDoc,
  useDocsSidebar,
  useDocsVersion,
  useSidebarBreadcrumbs,
} from '@docusaurus/plugin-content-docs/client';
import type { PropSidebarItem } from '@docusaurus/plugin-content-docs';
import useBaseUrl from '@docusaurus/useBaseUrl';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import Breadcrumbs from '@site/src/components/Breadcrumbs';
import { CopyPage } from '@site/src/features/copy-page';
import { ValuesButton } from '@site/src/features/values';
import styles from './styles.module.css';

/** Names of the pages in a sidebar, by path. */
function sidebarNames(items: readonly PropSidebarItem[]): ReadonlyMap<string, string> {
  const names = items.flatMap((item): (readonly [string, string])[] => {
    if (item.type === 'html') return [];
    const inside = item.type === 'category' ? [...sidebarNames(item.items)] : [];
    return item.href === undefined ? inside : [[item.href, item.label], ...inside];
  });
  return new Map(names);
}

/** Breadcrumbs from the path of the page: its parents, with their names in the sidebar beside it, then the page itself. */
function PathBreadcrumbs(): ReactNode {
  const { metadata } = useDoc();
  const titles = useDocsVersion().docs;
  const names = sidebarNames(useDocsSidebar()?.items ?? []);
  const home = useBaseUrl('/');
  const above = (useActiveVersion(undefined)?.docs ?? [])
    .filter(({ path }) => path !== metadata.permalink && metadata.permalink.startsWith(path))
    .filter(({ path }) => path !== home)
    .sort((a, b) => a.path.length - b.path.length)
    .map(({ id, path }) => ({ path, title: names.get(path) ?? titles[id]?.title ?? path }));
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
