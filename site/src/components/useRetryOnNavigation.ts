import { useLayoutEffect, useRef } from 'react';
import { useLocation } from '@docusaurus/router';

/**
 * Renders the page again when the reader goes somewhere else: a crash screen knows nothing of the router and would stay.
 * @param tryAgain of the error boundary that shows the screen
 */
export default function useRetryOnNavigation(tryAgain: () => void): void {
  const location = useLocation();
  const crashedAt = useRef(location);
  useLayoutEffect(() => {
    if (crashedAt.current !== location) tryAgain();
  }, [location, tryAgain]);
}
