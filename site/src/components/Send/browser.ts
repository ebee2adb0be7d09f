import siteConfig from '@generated/docusaurus.config';
import type { Surroundings } from '@site/src/runner/send';

/** The browser the page is in, and the proxy the site is configured with. */
export function browser(): Surroundings {
  const proxy = String(siteConfig.customFields?.apiProxyUrl);
  return {
    fetch: (...call) => fetch(...call),
    isOnline: () => navigator.onLine,
    now: () => performance.now(),
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    proxy: proxy === '' ? '' : new URL(proxy, window.location.origin).href,
  };
}
