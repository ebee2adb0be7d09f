import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocItemContent from '@theme-original/DocItem/Content';
import DocItemTOCMobile from '@theme-original/DocItem/TOC/Mobile';
import type { Props } from '@theme/DocItem/Content';

/** Wraps the theme's page content: on small screens the table of contents follows the title. */
export default function DocItemContentWrapper({ children }: Props): ReactNode {
  const { toc } = useDoc();
  return (
    <DocItemContent>
      {toc.length > 0 && <DocItemTOCMobile />}
      {children}
    </DocItemContent>
  );
}
