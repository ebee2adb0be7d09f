import type { SearchRecord } from '@anedya-docs/search';
import lunr from 'lunr';
import { hitsPerResponse, type Candidate } from './candidate.ts';

/** What Lunr indexes and returns: one document per URL. */
interface LunrDocument {
  readonly url: string;
  /** Of the page; only on the page's own document, so that its sections do not all match it. */
  readonly title: string;
  /** Of the section or field. */
  readonly heading: string;
  readonly content: string;
}

function deepestHeading({ hierarchy }: SearchRecord): string {
  const { lvl2, lvl3, lvl4, lvl5, lvl6 } = hierarchy;
  return lvl6 ?? lvl5 ?? lvl4 ?? lvl3 ?? lvl2 ?? '';
}

/** Groups records into documents: all text below one heading is one document, as in the Lunr plugins. */
function lunrDocuments(records: readonly SearchRecord[]): LunrDocument[] {
  const byUrl = new Map<string, SearchRecord[]>();
  for (const record of records) {
    byUrl.set(record.url, [...(byUrl.get(record.url) ?? []), record]);
  }
  return [...byUrl].flatMap(([url, [first, ...others]]) => {
    if (!first) return [];
    const isPage = first.anchor === null;
    return {
      url,
      title: isPage ? (first.hierarchy.lvl1 ?? '') : '',
      heading: isPage ? '' : deepestHeading(first),
      content: [first, ...others].map(({ content }) => content ?? '').join(' '),
    };
  });
}

/**
 * Returns the JSON that a page with Lunr loads: the index and the documents, which Lunr does not store. Titles, headings and
 * content are boosted by 5, 3 and 1, in the same order as in the Docusaurus plugins.
 */
export function buildLunrIndex(records: readonly SearchRecord[]): string {
  const documents = lunrDocuments(records);
  const index = lunr((builder) => {
    builder.ref('id');
    builder.field('title', { boost: 5 });
    builder.field('heading', { boost: 3 });
    builder.field('content');
    for (const [id, document] of documents.entries()) builder.add({ id, ...document });
  });
  return JSON.stringify({ documents, index });
}

/**
 * Queries Lunr like the Docusaurus plugins. Each word is in the query three times: stemmed, as a prefix, and with an edit
 * distance of one, with the weights 100, 10 and 1 of Lunr's guide. There is no highlighting and there are no snippets.
 * @param json from `buildLunrIndex`
 */
export function loadLunr(json: string): Candidate {
  const { documents, index: serialized } = JSON.parse(json) as {
    documents: readonly LunrDocument[];
    index: object;
  };
  const index = lunr.Index.load(serialized);
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
    const hits = found.slice(0, hitsPerResponse).flatMap(({ ref }) => documents[Number(ref)] ?? []);
    return { text: JSON.stringify({ hits }), urls: hits.map(({ url }) => url) };
  };
}
