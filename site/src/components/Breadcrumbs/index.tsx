import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import HomeItem from '@theme/DocBreadcrumbs/Items/Home';
import styles from './styles.module.css';

interface Props {
  /** Pages above this one, below the home page. */
  readonly above: readonly { readonly title: string; readonly path: string }[];
  readonly title: string;
}

/** Breadcrumbs of a page that is in no sidebar, with the theme's markup. */
export default function Breadcrumbs({ above, title }: Props): ReactNode {
  return (
    <nav className={`theme-doc-breadcrumbs ${styles.breadcrumbs}`} aria-label="Breadcrumbs">
      <ul className="breadcrumbs">
        <HomeItem />
        {above.map((page) => (
          <li key={page.path} className="breadcrumbs__item">
            <Link className="breadcrumbs__link" href={page.path}>
              {page.title}
            </Link>
          </li>
        ))}
        <li className="breadcrumbs__item breadcrumbs__item--active">
          <span className="breadcrumbs__link">{title}</span>
        </li>
      </ul>
    </nav>
  );
}
