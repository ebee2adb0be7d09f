import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { PageMetadata } from '@docusaurus/theme-common';
import DocItemMetadata from '@theme-original/DocItem/Metadata';

/** Wraps the theme's metadata: both APIs list commands, so the title of a call's page names its API (WCAG 2.4.2). */
export default function DocItemMetadataWrapper(): ReactNode {
  const { frontMatter, metadata } = useDoc();
  const { api } = frontMatter as { api?: string };
  return (
    <>
      <DocItemMetadata />
      {api !== undefined && <PageMetadata title={`${metadata.title} · ${api}`} />}
    </>
  );
}
