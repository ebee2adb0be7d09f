import { createSearchClient, type SearchClient } from './client';
import { reportSearch } from './failure';

/** An answer that the theme's search page takes as "nothing asked yet". */
const nothing = { results: [{ query: '', hits: [], nbHits: 0, nbPages: 0, page: 0 }] };

/**
 * What the theme's search page gets when it imports `algoliasearch/lite` (see `plugins/bundle`): the site's client. A
 * failure goes to `failure.ts`, where the page shows it; the theme itself would leave the reader with a spinner.
 */
export function liteClient(appId: string, apiKey: string): SearchClient {
  const client = createSearchClient(appId, apiKey);
  const search = async (...args: Parameters<SearchClient['search']>) => {
    try {
      const answer = await client.search(...args);
      reportSearch('answered');
      return answer;
    } catch {
      reportSearch('failed');
      return nothing;
    }
  };
  return { ...client, search: search };
}
