import React, { type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocItemContent from '@theme-original/DocItem/Content';
import DocItemTOCMobile from '@theme-original/DocItem/TOC/Mobile';
import type { Props } from '@theme/DocItem/Content';

/**
 * Wraps the theme's page content: on small screens, the table of contents follows the title. A page without one shows its own,
 * if any. A guide with requests offers them as a workflow.
 */
export default function DocItemContentWrapper({ children }: Props): ReactNode {
  const { toc, frontMatter } = useDoc();
  const { workflow, hide_table_of_contents: isHidden } = frontMatter as {
    workflow?: string;
    hide_table_of_contents?: boolean;
  };
  const file = useBaseUrl(`specs/workflows/${workflow}.arazzo.json`);
  return (
    <DocItemContent>
      {toc.length > 0 && !isHidden && <DocItemTOCMobile />}
      {children}
      {workflow !== undefined && (
        <p>
          Download the requests of this page as an Arazzo workflow:{' '}
          <a href={file} download>
            {workflow}.arazzo.json
          </a>
        </p>
      )}
    </DocItemContent>
  );
}
