import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import siteConfig from '@generated/docusaurus.config';
import { liteClient } from 'algoliasearch/dist/lite/builds/browser.js';

export type SearchClient = ReturnType<typeof liteClient>;

/**
 * The official client. Without a hosted provider it speaks to this site's own origin, so that nothing leaves it; with
 * one, to the provider's hosts.
 */
export function createSearchClient(appId: string, apiKey: string): SearchClient {
  if (!ExecutionEnvironment.canUseDOM) return liteClient(appId, apiKey);
  if (siteConfig.customFields?.hostedSearch === true) {
    // The provider's terms ask for its mark; the stylesheet shows it where this is set.
    document.documentElement.dataset.search = 'hosted';
    return liteClient(appId, apiKey);
  }
  const { protocol, host } = window.location;
  return liteClient(appId, apiKey, {
    hosts: [{ url: host, accept: 'readWrite', protocol: protocol === 'https:' ? 'https' : 'http' }],
  });
}
