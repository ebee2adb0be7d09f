import type { SearchRecord } from '@anedya-docs/search';

/** What Lunr indexes and gives back: one for each place that a link can name. */
export interface LunrDocument {
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

/** Gathers records into documents: all text below one heading is one document's, as the Lunr plugins have it. */
export function lunrDocuments(records: readonly SearchRecord[]): LunrDocument[] {
  const places = new Map<string, SearchRecord[]>();
  for (const record of records) {
    places.set(record.url, [...(places.get(record.url) ?? []), record]);
  }
  return [...places].flatMap(([url, [first, ...others]]) => {
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
