import React, { type ReactNode } from 'react';
import Head from '@docusaurus/Head';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { PageMetadata } from '@docusaurus/theme-common';
import DocItemMetadata from '@theme-original/DocItem/Metadata';

/**
 * Wraps the theme's metadata. Both APIs have operations with the same title, so the page title of an operation includes its
 * API (WCAG 2.4.2). Each page links to its Markdown, and pages of an API to its OpenAPI document, and guides to
 * their workflow.
 */
export default function DocItemMetadataWrapper(): ReactNode {
  const { frontMatter, metadata } = useDoc();
  const { api, openapi, workflow } = frontMatter as {
    api?: string;
    openapi?: string;
    workflow?: string;
  };
  const document = useBaseUrl(`specs/${openapi}.openapi.yaml`);
  const arazzo = useBaseUrl(`specs/workflows/${workflow}.arazzo.json`);
  return (
    <>
      <DocItemMetadata />
      <Head>
        <link
          rel="alternate"
          type="text/markdown"
          href={metadata.permalink.replace(/\/?$/, '/index.md')}
        />
        {openapi && <link rel="alternate" type="application/openapi+yaml" href={document} />}
        {workflow && (
          <link rel="alternate" type="application/vnd.oai.workflows+json" href={arazzo} />
        )}
      </Head>
      {api !== undefined && <PageMetadata title={`${metadata.title} · ${api}`} />}
    </>
  );
}
