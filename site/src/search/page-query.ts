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
  /** Length of the text shown of a hit. */
  readonly snippetWords: number;
}

/** Words of a snippet: fewer on a narrow screen (specification, section 9). */
export function snippetWordsOf(screen: Pick<Window, 'matchMedia'>): number {
  return screen.matchMedia('(max-width: 768px)').matches ? 5 : 10;
}

/**
 * One page of results for a query.
 * @param page from 0
 * @throws the client's error when no host answers
 */
export async function searchPage(
  query: string,
  page: number,
  { client, indexName, facetFilters, snippetWords }: Options,
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
        attributesToSnippet: [`content:${snippetWords}`],
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
  return { hits: result.hits as readonly PageHit[], nbHits, nbPages };
}
