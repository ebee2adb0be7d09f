import React, { type ReactNode } from 'react';
import Error from '@theme-original/Error';
import type { Props } from '@theme/Error';
import useRetryOnNavigation from '@site/src/components/useRetryOnNavigation';

/** Wraps the framework's crash screen outside the layout: it disappears on navigation. */
export default function ErrorWrapper(props: Props): ReactNode {
  useRetryOnNavigation(props.tryAgain);
  return <Error {...props} />;
}
