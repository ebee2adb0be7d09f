import React, { type ReactNode } from 'react';
import type { FallbackParams } from '@docusaurus/ErrorBoundary';
import ErrorPageContent from '@theme-original/ErrorPageContent';
import useRetryOnNavigation from '@site/src/components/useRetryOnNavigation';

/** Wraps the theme's crash screen: it disappears on navigation. */
export default function ErrorPageContentWrapper(props: FallbackParams): ReactNode {
  useRetryOnNavigation(props.tryAgain);
  return <ErrorPageContent {...props} />;
}
