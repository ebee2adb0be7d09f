import { expect, it, vi } from 'vitest';
import { findFact, findPart } from '../src/docs.ts';
import { findOperation } from '../src/operations.ts';
import { docsOfDocuments } from './support/documents.ts';

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000 });

const markdown = `# Create a node

## Request body

| Field | Type |
| - | - |
| \`tags\` | list |
| \`tags[].key\` | text |
| \`tagsize\` | number |

## Response

| \`tags\` | other |
| \`data.{node id}[].value\` | number |

## Errors

| \`success\` | boolean |

- \`node::nodenotfound\`: No such node.
`;

it.each([
  ['request-tags', '## Request body\n\n| `tags` | list |\n| `tags[].key` | text |\n'],
  ['request-tags.key', '## Request body\n\n| `tags[].key` | text |\n'],
  ['response-tags', '## Response\n\n| `tags` | other |\n'],
  ['response-data.node-id.value', '## Response\n\n| `data.{node id}[].value` | number |\n'],
  ['failure-success', '## Errors\n\n| `success` | boolean |\n'],
  ['code-node-nodenotfound', '- `node::nodenotfound`: No such node.'],
  ['request-name', undefined],
  ['code-node', undefined],
  ['', undefined],
])('finds what a page says about the anchor "%s"', (anchor, expected) => {
  expect(findFact(markdown, anchor)).toBe(expected);
});

it.each([
  ['own-id', '## Response\n\n| `tags` | other |\n| `data.{node id}[].value` | number |\n\n'],
  [
    'simulation',
    '## Try it\n\nStart the device.\n\nStop it.\n\nThe rest of this section is interactive, in a browser only.\n',
  ],
  ['intro', markdown],
  ['none', undefined],
])('finds the part of a page with the anchor "%s"', async (anchor, expected) => {
  const page = { path: '/page/', title: 'Create a node', description: '', markdown };
  const anchors = new Map([
    ['/page/#own-id', { headings: ['Response', 'Field'], texts: ['A field.'] }],
    ['/page/#simulation', { headings: ['Try it'], texts: ['Start the device.', 'Stop it.'] }],
    ['/page/#intro', { headings: [], texts: ['Creates a node.'] }],
  ]);
  const docs = { ...(await docsOfDocuments()), anchors };
  expect(findPart(docs, page, `#${anchor}`)).toBe(expected);
});

it('finds sections by the anchors of their headings on the page', async () => {
  const all = ['## Tokens & policies\n\nText.\n', '## How `ttl` works (in C++)\n\nText.\n'];
  const page = { path: '/page/', title: '', description: '', markdown: all.join('').trimEnd() };
  const docs = await docsOfDocuments();
  const found = ['tokens--policies', 'how-ttl-works-in-c'].map((name) =>
    findPart(docs, page, name),
  );
  expect(found).toEqual(all);
});

it('finds operations by key, id of the page or of the document, path and URL', async () => {
  const docs = await docsOfDocuments();
  const names = {
    'platform/node-create': [
      'node-create',
      'nodeCreate',
      '/node/create',
      'POST /v1/node/create',
      'https://api.ap-in-1.anedya.io/v1/node/create',
      'https://docs.anedya.io/platform-api/node-create/',
    ],
    'platform/commands-send': [
      'command-send',
      'platform/command-send',
      'commandSend',
      'Send a command',
      'send a  COMMAND',
      'post /commands/send',
      'POST  /v1/commands/send/',
    ],
    'platform/valuestore-create-value': ['platform/value-store-set'],
    'device/submitdata': ['data-submit'],
    'device/valuestore-scan': [
      'device/valuestoreScan',
      'https://device.{region}.anedya.io/v1/valuestore/scan',
      'http://localhost:3000/base/sandbox/device/v1/valuestore/scan',
    ],
    'platform/valuestore-scan': ['POST http://localhost:3000/sandbox/platform/v1/valuestore/scan'],
  };
  for (const [key, given] of Object.entries(names)) {
    for (const name of given) expect(findOperation(docs, name).key, name).toBe(key);
  }
  expect(() => findOperation(docs, 'x')).toThrow('No operation matches "x".');
  expect(() => findOperation(docs, 'valuestore-scan')).toThrow('Several operations match');
  // Both APIs have the title.
  expect(() => findOperation(docs, 'List commands')).toThrow(
    'Did you mean platform/command-list (POST /commands/list) or device/commands-list (POST /commands/list)?',
  );
});

it.each([
  ['/variable/create', 'platform/variable-create (POST /variables/create)'],
  ['POST /variable/create', 'platform/variable-create (POST /variables/create)'],
  ['create variable', 'platform/variable-create'],
  ['Send command', 'platform/commands-send'],
  ['GET /node/lists', 'platform/node-list'],
  ['device/event-submits', 'device/events-submit'],
  ['health', 'platform/health-status'],
])('suggests operations for "%s"', async (name, expected) => {
  const docs = await docsOfDocuments();
  expect(() => findOperation(docs, name)).toThrow(expected);
});

it('says that operations are requested with POST', async () => {
  const docs = await docsOfDocuments();
  expect(() => findOperation(docs, 'GET /node/list')).toThrow(
    'No operation matches "GET /node/list". Did you mean platform/node-list (POST /node/list)?',
  );
});
