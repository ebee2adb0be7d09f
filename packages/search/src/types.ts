/** Levels of a record's hierarchy, outermost first, with the names of DocSearch. */
export const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const;
export type Level = (typeof levels)[number];

/** Whether a name is an error code: `node::nodenotfound` or `4020`. Shorter numbers are part of many texts. */
export const isErrorCode = (name: string): boolean => /::|^\d{3,}$/.test(name);

/** What a record contains: the title of a page (lvl1), a heading below it (lvl2 …), or text. */
export type RecordType = Exclude<Level, 'lvl0'> | 'content';

/** A searchable part of a page: a heading, a paragraph, a table row, a field (docs/behavior.md, section 3). */
export interface SearchRecord {
  /** Unique, and stable across builds while the text is unchanged. */
  readonly objectID: string;
  readonly type: RecordType;
  /** lvl0 is the section of the site, lvl1 the page's title; `null` where a level has no heading. */
  readonly hierarchy: Readonly<Record<Level, string | null>>;
  /** Plain text, never HTML; `null` for headings. */
  readonly content: string | null;
  /** For a title or heading: phrases that users search for, separated by commas; never shown. */
  readonly keywords: string | null;
  /** Path of the page with the base path, and the anchor: `/platform-api/node-create/#request-node_name`. */
  readonly url: string;
  readonly url_without_anchor: string;
  readonly anchor: string | null;
  readonly language: string;
  readonly docusaurus_tag: string;
  readonly version: string;
  /** Larger is more relevant; the engine and the hosted provider's custom ranking use it. */
  readonly weight: {
    readonly page_rank: number;
    /** 100 for lvl1 down to 0 for text, in the steps of DocSearch. */
    readonly level: number;
    /** Position on the page, from 0. */
    readonly position: number;
  };
}

/** Attributes that a query can filter by. */
export type Facet = 'language' | 'docusaurus_tag' | 'version' | 'type' | 'hierarchy.lvl0';

/** Filters `attribute:value`. All of the outer array must match, and one of each inner array. */
export type FacetFilters = readonly (string | readonly string[])[];

export interface Query {
  /** As typed. */
  readonly query: string;
  readonly facetFilters?: FacetFilters;
  /** From 0. */
  readonly page: number;
  readonly hitsPerPage: number;
  /** Enables `"exact phrase"` and `-word`. */
  readonly advancedSyntax?: boolean;
}

/** Half-open range of characters in a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Hit {
  readonly record: SearchRecord;
  /** Comparable within one response; larger is better. */
  readonly score: number;
  /** For a title or heading: the text that follows it, if any. */
  readonly excerpt?: string;
}

export interface QueryResponse {
  readonly hits: readonly Hit[];
  /** Hits on all pages. */
  readonly nbHits: number;
  /** Returns where a text matches words of the query, in any matching form; sorted, without overlap. */
  readonly matches: (text: string) => readonly Range[];
}

/** A loaded index. */
export interface SearchEngine {
  readonly records: readonly SearchRecord[];
  readonly search: (query: Query) => QueryResponse;
}
