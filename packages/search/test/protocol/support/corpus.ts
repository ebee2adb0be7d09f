import type { RecordType, SearchRecord } from '../../../src/types.ts';

interface Sketch {
  readonly type: RecordType;
  /** Texts of lvl0, lvl1 and so on. */
  readonly headings: readonly string[];
  readonly content?: string;
  readonly url: string;
  readonly tag?: string;
  readonly language?: string;
}

/** Text of a page that is markup itself: it must come back as text. */
export const hostileText = '<img src=x onerror=alert(1)>';

const sketches: readonly Sketch[] = [
  { type: 'lvl1', headings: ['Platform API', 'Create a node'], url: '/platform-api/node-create/' },
  {
    type: 'content',
    headings: ['Platform API', 'Create a node'],
    content: 'Creates a node in the project. A node stands for one device, and has its own name.',
    url: '/platform-api/node-create/#description',
  },
  {
    type: 'lvl2',
    headings: ['Platform API', 'Create a node', 'Request body'],
    url: '/platform-api/node-create/#request',
  },
  {
    type: 'content',
    headings: ['Platform API', 'Create a node', 'Request body', 'node_name'],
    content: 'node_name: string, required. Name of the new node, shown in the console.',
    url: '/platform-api/node-create/#request-node_name',
  },
  { type: 'lvl1', headings: ['Platform API', 'List nodes'], url: '/platform-api/node-list/' },
  {
    type: 'content',
    headings: ['Platform API', 'List nodes'],
    content: 'Lists the nodes of a project, page by page.',
    url: '/platform-api/node-list/#description',
  },
  { type: 'lvl1', headings: ['Device API', 'Bind a device'], url: '/device/api/binddevice/' },
  {
    type: 'content',
    headings: ['Device API', 'Bind a device'],
    content: 'Binds a device to its node. The binding secret can be used once.',
    url: '/device/api/binddevice/#description',
  },
  { type: 'lvl1', headings: ['Features', 'Commands'], url: '/features/commands/commands-intro/' },
  {
    type: 'lvl3',
    headings: ['Features', 'Commands', 'States', 'Pending & expired'],
    url: '/features/commands/commands-intro/#pending',
  },
  {
    type: 'content',
    headings: ['Guides', 'Hostile page', hostileText],
    content: `Never trust ${hostileText} in a page: "quotes" & 'quotes' are text too.`,
    url: '/hostile/#text',
  },
  {
    type: 'lvl1',
    headings: ['Documentation', 'Changelog of nodes'],
    url: '/changelog/',
    tag: 'default',
  },
  { type: 'lvl1', headings: ['Handbuch', 'Knoten (node)'], url: '/de/knoten/', language: 'de' },
];

function record(sketch: Sketch, position: number): SearchRecord {
  const heading = (level: number) => sketch.headings[level] ?? null;
  const [page = '', anchor] = sketch.url.split('#');
  return {
    objectID: `r${position}`,
    type: sketch.type,
    hierarchy: {
      lvl0: heading(0),
      lvl1: heading(1),
      lvl2: heading(2),
      lvl3: heading(3),
      lvl4: heading(4),
      lvl5: heading(5),
      lvl6: heading(6),
    },
    content: sketch.content ?? null,
    keywords: null,
    url: sketch.url,
    url_without_anchor: page,
    anchor: anchor ?? null,
    language: sketch.language ?? 'en',
    docusaurus_tag: sketch.tag ?? 'docs-default-current',
    version: 'current',
    weight: {
      page_rank: 0,
      level: sketch.type === 'content' ? 0 : 110 - 10 * Number(sketch.type.slice(3)),
      position,
    },
  };
}

/** One record of the index with another text. */
export function recordWith(content: string): SearchRecord {
  const headings = ['Platform API', 'Create a node'];
  return record({ type: 'content', headings, content, url: '/platform-api/node-create/#text' }, 0);
}

/** A small fixed index. */
export const corpus: readonly SearchRecord[] = sketches.map(record);
