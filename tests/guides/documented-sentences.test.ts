import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import type { Page } from '../prose/page.ts';
import { readPages } from '../prose/read-pages.ts';
import { root } from '../samples/support/folders.ts';

/** A test of the sandbox that holds a sentence: its file below `packages/sandbox/test`, and its name or that of its case. */
type Holder = readonly [file: string, name: string];

const about = {
  device: 'It is about the firmware or the program of the reader.',
  meaning: 'It says what a value means; no request breaks it.',
  reader: 'It says what the reader of the guide does.',
} as const;

/** Each sentence of a guide with a rule, by its start: the test that holds it, or why none can. */
const entries: Readonly<Record<string, Holder | string>> = {
  'The project, the variable temperature and the node must exist': about.reader,
  'The error is at most half of the round trip.': about.meaning,
  'The device must be bound or pre-authorized': [
    'http/auth.test.ts',
    'of a node without a device binds one before anything else',
  ],
  'In the sandbox, a packet can have at most': [
    'mqtt/framer.test.ts',
    'a packet above the limit is rejected by its header',
  ],
  'The client id must be the device UUID': [
    'mqtt/credentials.test.ts',
    'a client id that is no UUID',
  ],
  'DEVICE_ID must be the device UUID': ['mqtt/credentials.test.ts', 'a client id that is no UUID'],
  'A project in the sandbox has at most 20 streams.': [
    'http/streams.test.ts',
    'above the limit of the project, in which expired ones do not count',
  ],
  'The device UUID is not a secret': about.device,
  'A project in the sandbox has at most 100 nodes.': [
    'core/nodes/nodes.test.ts',
    'holds as many nodes and tags as it says',
  ],
  'Ports 3000 and 8883 of the computer must be reachable': about.reader,
  'After each failure, the program must continue': about.device,
  'The operation must match an action': [
    'http/auth.test.ts',
    'is rejected if its policy does not allow the operation',
  ],
  'Every resource in the request must be': [
    'core/commands/platform.test.ts',
    'rejects a token whose policy does not name the node',
  ],
  'A request must pass all three checks.': [
    'http/auth.test.ts',
    'is rejected if its policy does not allow the operation',
  ],
  'If the user must not change the global value': about.reader,
  'PUT replaces all rules of the project, at most 20.': [
    'http/events.test.ts',
    'limits the rules of a project',
  ],
  'A leaf value must be an array': [
    'core/events/rule-pattern.test.ts',
    'a value that is not in an array',
  ],
  'In the sandbox, an event must match all fields': [
    'core/events/rule-pattern.test.ts',
    'returns the result of each condition',
  ],
  'You choose the threshold: a node is online': [
    'core/nodes/health.test.ts',
    'shows a node as online up to the threshold after its heartbeat',
  ],
  'Tags that a node must have': about.meaning,
  'Your firmware must accept versions older': about.device,
  'The firmware must report skipped': about.device,
  'In ESP-IDF, enable app rollback': about.device,
  'The value must match its type.': [
    'http/documented-sentences.test.ts',
    '`value` must match `type`',
  ],
  'The command waits in the queue': about.meaning,
  'A device that buffers values must send': about.device,
};

const ruleWord = /\b(?:must|at most)\b/i;

/** The text of a node, with a mark for each limit that comes from an API document. */
function textOf(node: Nodes): string {
  if (node.type === 'mdxJsxTextElement' && node.name === 'Limit') return '<Limit>';
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value : '';
}

/** The sentences of a guide that state a rule. */
function sentencesOf({ pieces }: Page): string[] {
  const found: string[] = [];
  for (const piece of pieces) {
    visit(piece.root, ['paragraph', 'tableCell'], (node) => {
      const text = textOf(node).replaceAll(/\s+/g, ' ');
      found.push(...text.split(/(?<=[.!?])\s+(?=[A-Z<])/));
    });
  }
  return found.filter((sentence) => ruleWord.test(sentence));
}

const sentences = [
  ...new Set(
    readPages()
      .filter(({ kind }) => kind === 'page')
      .flatMap(sentencesOf),
  ),
];
/** The number of a `<Limit>` comes from the documents, whose rules `documented-rules.test.ts` holds. */
const others = sentences.filter((sentence) => !sentence.includes('<Limit>'));
const starts = Object.keys(entries);

describe('the sentences of the guides that state a rule', () => {
  it('are found', () => {
    expect(sentences.length).toBeGreaterThan(others.length + 20);
  });

  it.each(others)('have an entry: %s', (sentence) => {
    expect(starts.filter((one) => sentence.startsWith(one))).toHaveLength(1);
  });

  it.each(starts)('are those of the entries: %s', (one) => {
    expect(others.some((sentence) => sentence.startsWith(one))).toBe(true);
  });

  const holders = Object.values(entries).filter((entry) => typeof entry !== 'string');
  it.each(holders)('are held by a test that exists: %s, %s', (file, name) => {
    const source = readFileSync(path.join(root, 'packages/sandbox/test', file), 'utf8');
    expect(source).toContain(name);
  });
});
