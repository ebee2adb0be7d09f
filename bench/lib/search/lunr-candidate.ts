import lunr from 'lunr';
import { hitsPerAnswer, type Candidate } from './candidate.ts';
import type { LunrDocument } from './lunr-documents.ts';

/**
 * Lunr asked as the Docusaurus plugins do. Each word stands in the query three times: as it is (stemmed), as the beginning
 * of a word, and within an edit distance of one. Lunr's own guide weighs them 100, 10 and 1. It marks no words and cuts
 * no snippets, and counts no facets.
 * @param json as `buildLunrIndex` writes it
 */
export function loadLunr(json: string): Candidate {
  const { documents, index: serialised } = JSON.parse(json) as {
    documents: readonly LunrDocument[];
    index: object;
  };
  const index = lunr.Index.load(serialised);
  return (text) => {
    const words = lunr.tokenizer(text).map((token) => token.toString());
    const found = index.query((query) => {
      for (const word of words) {
        query.term(word, { boost: 100 });
        const wildcard = lunr.Query.wildcard.TRAILING;
        query.term(word, { boost: 10, usePipeline: false, wildcard });
        query.term(word, { usePipeline: false, editDistance: 1 });
      }
    });
    const hits = found.slice(0, hitsPerAnswer).flatMap(({ ref }) => documents[Number(ref)] ?? []);
    return { text: JSON.stringify({ hits }), urls: hits.map(({ url }) => url) };
  };
}
