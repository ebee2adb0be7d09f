import { createXhrRequester } from '@algolia/requester-browser-xhr';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import siteConfig from '@generated/docusaurus.config';
import { liteClient } from 'algoliasearch/dist/lite/builds/browser.js';
import { timeouts } from './constants';
import { createHostStates, createRequester, searchHosts, type SearchBackend } from './hosts';
import { withSafeHits } from './safe-hits';
import { createWorkerRequester } from './worker-requester';

export type SearchClient = ReturnType<typeof liteClient>;

const backend = siteConfig.customFields?.searchBackend as SearchBackend;

const hostsCache = createHostStates();

let worker: ReturnType<typeof createWorkerRequester> | undefined;

/** The page's one search worker; nothing starts before the first use. */
function searchWorker() {
  worker ??= createWorkerRequester({
    index: new URL(`${siteConfig.baseUrl}search/index.json`, window.location.origin).href,
    indexName: (siteConfig.themeConfig.algolia as { indexName: string }).indexName,
  });
  return worker;
}

/**
 * Fetches the index into the browser, so that search works when its host is down. Readers who save data
 * keep theirs: they get it when it is needed.
 */
export function preloadSearchIndex(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  searchWorker().warm();
}

/**
 * The official client: its hosts are this site's own server, the hosted provider or none, and then a worker of the page,
 * which responds when no host can be reached. Its hits can be shown as HTML.
 */
export function createSearchClient(appId: string, apiKey: string): SearchClient {
  if (!ExecutionEnvironment.canUseDOM) return liteClient(appId, apiKey);
  if (backend === 'hosted') {
    // The provider's terms ask for its mark; the stylesheet shows it where this is set.
    document.documentElement.dataset.search = 'hosted';
  }
  const client = liteClient(appId, apiKey, {
    hosts: searchHosts({ backend, appId, location: window.location }),
    requester: createRequester(createXhrRequester(), searchWorker()),
    hostsCache,
    timeouts,
    // A reader would watch the spinner while the client waits as long as the host asks.
    maxRateLimitRetries: 0,
  });
  const base = siteConfig.url + siteConfig.baseUrl;
  const search: SearchClient['search'] = async <T>(...args: Parameters<SearchClient['search']>) => {
    const { results } = await client.search<T>(...args);
    return { results: results.map((result) => withSafeHits(result, base)) };
  };
  return { ...client, search };
}

/** After this long a search counts as stalled (specification, section 9), in milliseconds. */
const stallThreshold = 300;

type PendingResponse = ReturnType<SearchClient['search']>;

/** The only name of an error for which DocSearch shows its error state; after any other its spinner goes on. */
const shownError = 'RetryError';

function asShownError(cause: unknown): Error {
  return Object.assign(new Error('the search failed', { cause }), { name: shownError });
}

/**
 * DocSearch sets its status to `error` when no host can be reached, throws on, and its machinery then puts the status
 * back to idle: the reader would see "No results". This response runs DocSearch's handler, once a stall can no longer
 * overwrite its verdict, and ends there. A host that rejects the request (status 403 or 429) is shown in the same way.
 */
function holdingErrors(response: PendingResponse, startedAt: number): PendingResponse {
  const handle = (onRejected: (error: unknown) => unknown) =>
    new Promise((resolve) => {
      response.then(resolve, (error: unknown) => {
        const wait = Math.max(0, startedAt + stallThreshold + 50 - performance.now());
        setTimeout(() => {
          try {
            onRejected(asShownError(error));
          } catch {
            // Thrown on by DocSearch after it has set its status.
          }
        }, wait);
      });
    });
  return { then: response.then.bind(response), catch: handle } as unknown as PendingResponse;
}

/** The site's search client as the dialog needs it. */
export function createDialogClient(appId: string, apiKey: string): SearchClient {
  const client = createSearchClient(appId, apiKey);
  const search: SearchClient['search'] = (...args) =>
    holdingErrors(client.search(...args), performance.now());
  return { ...client, search };
}
