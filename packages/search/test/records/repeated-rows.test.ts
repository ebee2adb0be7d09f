import { describe, expect, it } from 'vitest';
import { withoutRepeatedRows } from '../../src/records/index.ts';
import { record } from '../support/records.ts';

const row = (page: string, name: string, text: string, rank = 2) =>
  record({
    page,
    headings: ['Page', name],
    content: `${name} ${text}`,
    anchor: `row-${name}`,
    rank,
  });

const pagesOf = (records: Parameters<typeof withoutRepeatedRows>[0]) =>
  withoutRepeatedRows(records).map(({ url_without_anchor: page }) => page);

describe('rows that pages repeat', () => {
  it.each(['node::nodenotfound', '4040'])(
    'keeps one record of the error code %s, that of the introduction, whatever each page says of it',
    (code) => {
      const records = [
        row('/a/', code, 'The node is unknown.'),
        row('/intro/', code, 'There is no such node.', 3),
        row('/b/', code, 'The parent is unknown.'),
      ];
      expect(pagesOf(records)).toEqual(['/intro/']);
    },
  );

  it('keeps one record of a field that many operations describe in the same words', () => {
    const many = ['/a/', '/b/', '/c/', '/d/', '/e/'].map((page) => row(page, 'reqId', 'Echo.'));
    expect(pagesOf(many)).toEqual(['/a/']);
    expect(pagesOf([...many, row('/f/', 'reqId', 'Your own id.')])).toEqual(['/a/', '/f/']);
  });

  it('keeps the field of each operation where few share it, and all text that is no row', () => {
    const few = ['/a/', '/b/'].map((page) => row(page, 'nodeid', 'The node.'));
    const text = ['/a/', '/b/', '/c/', '/d/', '/e/'].map((page) =>
      record({ page, headings: ['Page'], content: 'Requests are signed.' }),
    );
    expect(pagesOf([...few, ...text])).toHaveLength(7);
  });
});
