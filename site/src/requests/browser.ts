import siteConfig from '@generated/docusaurus.config';
import type { SendDeps } from './send';

/** The browser and the configured proxy. */
export function browser(): SendDeps {
  const proxy = String(siteConfig.customFields?.apiProxyUrl);
  return {
    fetch: (...args) => fetch(...args),
    isOnline: () => navigator.onLine,
    now: () => performance.now(),
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    proxy: proxy === '' ? '' : new URL(proxy, window.location.origin).href,
  };
}
