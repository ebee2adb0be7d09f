import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useSearchResultUrlProcessor } from '@docusaurus/theme-search-algolia/client';
import type { PageHit } from '@site/src/search/page-query';
import styles from './styles.module.css';

/** Texts of the hit's levels, outermost first, with marks. */
function levels(hit: PageHit): string[] {
  return Object.keys(hit.hierarchy)
    .sort()
    .map((level) => hit._highlightResult?.hierarchy?.[level]?.value ?? hit.hierarchy[level])
    .filter((text) => text !== null && text !== undefined);
}

interface MarkedProps {
  readonly html: string;
}

/** Text with marks; everything else in it has been escaped (`safe-hits.ts`). */
function Marked({ html }: MarkedProps): ReactNode {
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

interface Props {
  readonly hit: PageHit;
}

/** One result: where it stands, its title as a link, and the text that matches. */
export default function Result({ hit }: Props): ReactNode {
  const processUrl = useSearchResultUrlProcessor();
  const texts = levels(hit);
  const snippet = hit._snippetResult?.content?.value;
  return (
    <li className={styles.result}>
      <h2 className={styles.title}>
        <Link to={processUrl(hit.url)}>
          <Marked html={texts.at(-1) ?? hit.url} />
        </Link>
      </h2>
      <p className={styles.place}>
        <Marked html={texts.slice(0, -1).join(' › ')} />
      </p>
      {snippet !== undefined && (
        <p className={styles.snippet}>
          <Marked html={snippet} />
        </p>
      )}
    </li>
  );
}
