import { safeHit } from './safe-hits';
import type { SearchClient } from './client';

/** Specification, section 9: results per page. */
const hitsPerPage = 20;

interface Marked {
  readonly value: string;
}

/** A hit as the search page shows it; the texts are HTML with marks. */
export interface PageHit {
  readonly objectID: string;
  readonly url: string;
  readonly hierarchy: Readonly<Record<string, string | null>>;
  readonly _highlightResult?: { readonly hierarchy?: Readonly<Record<string, Marked>> };
  readonly _snippetResult?: { readonly content?: Marked };
}

export interface ResultPage {
  readonly hits: readonly PageHit[];
  readonly nbHits: number;
  readonly nbPages: number;
}

interface Options {
  readonly client: SearchClient;
  readonly indexName: string;
  readonly facetFilters: unknown;
}

/**
 * One page of results for a query.
 * @param page from 0
 * @throws the client's error when no host answers
 */
export async function searchPage(
  query: string,
  page: number,
  { client, indexName, facetFilters }: Options,
): Promise<ResultPage> {
  const { results } = await client.search({
    requests: [
      {
        indexName,
        query,
        page,
        hitsPerPage,
        facetFilters: facetFilters as string[],
        attributesToRetrieve: ['hierarchy', 'url'],
        attributesToHighlight: ['hierarchy'],
        attributesToSnippet: ['content:25'],
        snippetEllipsisText: '…',
        highlightPreTag: '<mark>',
        highlightPostTag: '</mark>',
        advancedSyntax: true,
      },
    ],
  });
  const [result] = results;
  if (!result || !('hits' in result)) throw new Error('the search answer holds no hits');
  const { nbHits = 0, nbPages = 0 } = result;
  const hits = result.hits as readonly PageHit[];
  return { hits: hits.map(safeHit), nbHits, nbPages };
}
