import { describe, expect, it } from 'vitest';
import {
  cell,
  element,
  fence,
  firstSentence,
  frontMatter,
  inlineCode,
  jsonFence,
  table,
  unconfirmedNotice,
} from './markdown';

describe('table', () => {
  it('has a header, a delimiter row and one line per row', () => {
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
  it('quotes values that YAML would interpret', () => {
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

describe('element', () => {
  it('writes attributes as expressions, and separates blocks', () => {
    expect(
      element('Field', { id: 'a"b}', required: true, folded: false }, ['One.', '', 'Two.']),
    ).toBe('<Field id={"a\\"b}"} required>\n\nOne.\n\nTwo.\n\n</Field>');
  });

  it('is self-closing when it is empty', () => {
    expect(element('Endpoint', { method: 'POST', value: undefined }, [])).toBe(
      '<Endpoint method={"POST"} />',
    );
  });
});

// CommonMark, 4.5: a fence ends at a run of at least as many of its characters.
describe('fence', () => {
  it.each([
    ['plain', '```'],
    ['`one` and ``two``', '```'],
    ['```\ninner\n```', '````'],
    ['`````', '``````'],
  ])('around %j is %s', (source, ticks) => {
    expect(fence('text', 'title="t"', source)).toBe(`${ticks}text title="t"\n${source}\n${ticks}`);
  });

  it('removes one final line feed', () => {
    expect(fence('go', 'a', 'x\n')).toBe('```go a\nx\n```');
  });
});

describe('jsonFence', () => {
  it('is a titled block of JSON', () => {
    expect(jsonFence({ a: [1] }, 'Response')).toBe(
      '```json title="Response"\n{\n  "a": [\n    1\n  ]\n}\n```',
    );
  });
});

describe('unconfirmedNotice', () => {
  it('is a warning with the reason', () => {
    expect(unconfirmedNotice('Why.')).toBe(
      ':::warning[Unconfirmed]\n\nWhy. See all [open questions](/essentials/#open-questions).\n\n:::',
    );
  });
});
