import { useLayoutEffect, useRef } from 'react';
import { useLocation } from '@docusaurus/router';

/**
 * Renders the page again on navigation, because an error boundary ignores the router and would keep the crash screen.
 * @param tryAgain callback of the error boundary that shows the crash screen
 */
export default function useRetryOnNavigation(tryAgain: () => void): void {
  const location = useLocation();
  const crashedAt = useRef(location);
  useLayoutEffect(() => {
    if (crashedAt.current !== location) tryAgain();
  }, [location, tryAgain]);
}
