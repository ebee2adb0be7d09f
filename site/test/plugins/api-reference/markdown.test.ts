import { describe, expect, it } from 'vitest';
import {
  cell,
  firstSentence,
  frontMatter,
  inlineCode,
  table,
} from '../../../plugins/api-reference/markdown';

describe('table', () => {
  it('has a head, a rule and a line a row', () => {
    expect(
      table(
        ['A', 'B'],
        [
          ['1', '2'],
          ['3', '4'],
        ],
      ),
    ).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |');
  });
});

// GitHub Flavored Markdown, 4.10: a pipe ends a cell unless it is escaped, in code too; a line break ends the row.
describe('cells', () => {
  it('escape pipes', () => {
    expect(cell('a | b || c')).toBe('a \\| b \\|\\| c');
    expect(inlineCode('a|b')).toBe('`a\\|b`');
  });

  it('are one line', () => {
    expect(cell('  one\n\n  - two\n three ')).toBe('one - two three');
  });
});

describe('frontMatter', () => {
  it('quotes what YAML would read otherwise', () => {
    expect(frontMatter({ title: 'A: "b" # c', draft: false })).toBe(
      '---\ntitle: "A: \\"b\\" # c"\ndraft: false\n---',
    );
  });
});

describe('firstSentence', () => {
  it.each([
    ['One. Two.', 'One.'],
    ['Is it? Yes.', 'Is it?'],
    ['No end', 'No end'],
    ['Version 3.1 is read. Rest.', 'Version 3.1 is read.'],
    ['See [the guide](/a/b.c/) and `code`. Rest.', 'See the guide and code.'],
    ['**Bold** text\nover lines. Rest.', 'Bold text over lines.'],
    ['Only the first paragraph\n\nand not this. ', 'Only the first paragraph'],
    ['', ''],
  ])('of %j is %j', (markdown, sentence) => {
    expect(firstSentence(markdown)).toBe(sentence);
  });
});
