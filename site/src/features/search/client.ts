import { createXhrRequester } from '@algolia/requester-browser-xhr';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import siteConfig from '@generated/docusaurus.config';
import { liteClient } from 'algoliasearch/dist/lite/builds/browser.js';
import { timeouts } from '../../contracts/search-limits';
import { createHostStates, createRequester, searchHosts, type SearchBackend } from './hosts';
import { withSafeHits } from './safe-hits';
import { createWorkerRequester } from './worker-requester';

export type SearchClient = ReturnType<typeof liteClient>;

/** Where the dialog and the search page search. */
export const backend = siteConfig.customFields?.searchBackend as SearchBackend;

const hostsCache = createHostStates();

let worker: ReturnType<typeof createWorkerRequester> | undefined;

/** The search worker of the page. It starts on first use. */
function searchWorker() {
  worker ??= createWorkerRequester({
    index: new URL(`${siteConfig.baseUrl}search/index.json`, window.location.origin).href,
    indexName: (siteConfig.themeConfig.algolia as { indexName: string }).indexName,
  });
  return worker;
}

/**
 * Preloads the index, so that search works when its host is unavailable. With the browser's data saver on, the index loads
 * only when it is needed.
 */
export function preloadSearchIndex(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  searchWorker().warm();
}

/**
 * The official client. Its hosts are this site's server or the hosted provider, or neither, and then a worker of the page,
 * which responds when no host is available. Its hits are safe to show as HTML.
 */
export function createSearchClient(appId: string, apiKey: string): SearchClient {
  if (!ExecutionEnvironment.canUseDOM) return liteClient(appId, apiKey);
  const client = liteClient(appId, apiKey, {
    hosts: searchHosts({ backend, appId, location: window.location }),
    requester: createRequester(createXhrRequester(), searchWorker()),
    hostsCache,
    timeouts,
  });
  const base = siteConfig.url + siteConfig.baseUrl;
  const search: SearchClient['search'] = async <T>(...args: Parameters<SearchClient['search']>) => {
    const { results } = await client.search<T>(...args);
    return { results: results.map((result) => withSafeHits(result, base)) };
  };
  return { ...client, search };
}
