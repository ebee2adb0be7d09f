import React, { type ReactNode } from 'react';
import Error from '@theme-original/Error';
import type { Props } from '@theme/Error';
import useRetryOnNavigation from '@site/src/components/useRetryOnNavigation';

/** Wraps the framework's screen for a crash outside the layout: it goes when the reader leaves the page. */
export default function ErrorWrapper(props: Props): ReactNode {
  useRetryOnNavigation(props.tryAgain);
  return <Error {...props} />;
}
