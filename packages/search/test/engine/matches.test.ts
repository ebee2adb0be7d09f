import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { mergeRanges } from '../../src/engine/analyzed-text.ts';
import { smallSite } from '../support/records.ts';

const engine = createEngine(smallSite);
const marked = (query: string, text: string) =>
  engine
    .search({ query, page: 0, hitsPerPage: 1 })
    .matches(text)
    .map(({ start, end }) => text.slice(start, end));

describe('matches', () => {
  it.each([
    ['heartbeat ', 'A heartbeat, two heartbeats.', ['heartbeat', 'heartbeats']],
    ['heartb', 'The heartbeat', ['heartb']],
    ['hartbeat', 'The heartbeat', ['heartbeat']],
    ['ping ', 'The heartbeat', ['heartbeat']],
    ['node_name', 'Send node_name now', ['node_name']],
    ['node ', 'node_name', ['node']],
    ['how to create ', 'How to create it', ['create']],
    ['create node', 'Create a node', ['Create', 'node']],
    ['kangaroo', 'A node', []],
  ])('of %j in %j', (query, text, expected) => {
    expect(marked(query, text)).toEqual(expected);
  });

  it('marks two words for one', () => {
    expect(marked('createnode ', 'Create node')).toEqual(['Create node']);
  });
});

describe('mergeRanges', () => {
  it('sorts ranges and joins those that overlap', () => {
    expect(
      mergeRanges([
        { start: 5, end: 9 },
        { start: 0, end: 3 },
        { start: 6, end: 7 },
        { start: 8, end: 12 },
      ]),
    ).toEqual([
      { start: 0, end: 3 },
      { start: 5, end: 12 },
    ]);
  });
});
