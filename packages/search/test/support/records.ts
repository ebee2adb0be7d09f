import { objectId } from '../../src/index-format.ts';
import { levels, type Level, type RecordType, type SearchRecord } from '../../src/types.ts';

interface Given {
  readonly page: string;
  /** Headings from lvl1 on. */
  readonly headings: readonly string[];
  readonly content?: string;
  readonly keywords?: string;
  readonly section?: string;
  readonly anchor?: string;
  readonly version?: string;
  readonly rank?: number;
  readonly position?: number;
}

/** A record of the test's own; one with content is of the type `content`. */
export function record(given: Given): SearchRecord {
  const { page, headings, content = null, section = 'Features', anchor = null } = given;
  const type: RecordType = content === null ? (levels[headings.length] as RecordType) : 'content';
  const url = anchor === null ? page : `${page}#${anchor}`;
  const texts = [section, ...headings];
  return {
    objectID: objectId(url, type, content ?? headings.at(-1) ?? ''),
    type,
    hierarchy: Object.fromEntries(
      levels.map((level, index) => [level, texts[index] ?? null]),
    ) as Record<Level, string | null>,
    content,
    keywords: given.keywords ?? null,
    url,
    url_without_anchor: page,
    anchor,
    language: 'en',
    docusaurus_tag: 'docs-default-current',
    version: given.version ?? 'current',
    weight: {
      page_rank: given.rank ?? 2,
      level: content === null ? 100 - (headings.length - 1) * 10 : 0,
      position: given.position ?? 0,
    },
  };
}

/** A small site: a guide, two operations with fields and codes, and a page that mentions them in passing. */
export const smallSite: readonly SearchRecord[] = [
  record({ page: '/heartbeat/', headings: ['Heartbeat'], rank: 3 }),
  record({
    page: '/heartbeat/',
    headings: ['Heartbeat'],
    content: 'A device reports that it is online and working.',
    rank: 3,
    position: 1,
  }),
  record({ page: '/node-create/', headings: ['Create a node'], section: 'Platform API' }),
  record({
    page: '/node-create/',
    headings: ['Create a node'],
    section: 'Platform API',
    content: 'POST https://api.ap-in-1.anedya.io/v1/node/create',
    position: 1,
  }),
  record({
    page: '/node-create/',
    headings: ['Create a node', 'Request', 'node_name'],
    section: 'Platform API',
    content: 'node_name string required Display name of the node.',
    anchor: 'request-node_name',
    position: 2,
  }),
  record({
    page: '/node-create/',
    headings: ['Create a node', 'Reason codes', 'node::nodenotfound'],
    section: 'Platform API',
    content: 'node::nodenotfound The node is unknown.',
    anchor: 'code-node-nodenotfound',
    position: 3,
  }),
  record({ page: '/set-value/', headings: ['Set a value'], section: 'Platform API' }),
  record({
    page: '/set-value/',
    headings: ['Set a value'],
    section: 'Platform API',
    content: 'POST https://api.ap-in-1.anedya.io/v1/valuestore/setValue',
    position: 1,
  }),
  record({ page: '/overview/', headings: ['Overview'], rank: 3 }),
  record({
    page: '/overview/',
    headings: ['Overview', 'Parts'],
    content: 'Everything else: heartbeats, commands, and how to create a node in the console.',
    anchor: 'parts',
    rank: 3,
    position: 1,
  }),
];
