import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import {
  useActiveVersion,
  useDoc,
  useDocsVersion,
  useSidebarBreadcrumbs,
} from '@docusaurus/plugin-content-docs/client';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import ValuesButton from '@site/src/components/ValuesButton';
import styles from './styles.module.css';

/** Breadcrumbs out of the page's path: every page above it, then itself. */
function PathBreadcrumbs(): ReactNode {
  const { metadata } = useDoc();
  const titles = useDocsVersion().docs;
  const above = (useActiveVersion(undefined)?.docs ?? [])
    .filter((doc) => doc.path !== metadata.permalink && metadata.permalink.startsWith(doc.path))
    .sort((a, b) => a.path.length - b.path.length);
  return (
    <nav className={`theme-doc-breadcrumbs ${styles.path}`} aria-label="Breadcrumbs">
      <ul className="breadcrumbs">
        {above.map((doc) => (
          <li key={doc.id} className="breadcrumbs__item">
            <Link className="breadcrumbs__link" href={doc.path}>
              {titles[doc.id]?.title}
            </Link>
          </li>
        ))}
        <li className="breadcrumbs__item breadcrumbs__item--active">
          <span className="breadcrumbs__link">{metadata.title}</span>
        </li>
      </ul>
    </nav>
  );
}

/**
 * Wraps the theme's breadcrumbs, which know only pages of a sidebar; one page of this site is in none. Beside them stands
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
