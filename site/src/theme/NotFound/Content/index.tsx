import React, { type ReactNode } from 'react';
import { PageMetadata } from '@docusaurus/theme-common';
import NotFoundContent from '@theme-original/NotFound/Content';
import type { Props } from '@theme/NotFound/Content';

/** Wraps the theme's not-found text: with docs at the root, an unknown path shows it without a title of its own. */
export default function NotFoundContentWrapper(props: Props): ReactNode {
  return (
    <>
      <PageMetadata title="Page Not Found" />
      <NotFoundContent {...props} />
    </>
  );
}
