import { describe, expect, it } from 'vitest';
import { element, fence, jsonFence, unconfirmedNotice } from '../../../plugins/api-reference/mdx';

describe('element', () => {
  it('holds attributes as expressions and blocks apart', () => {
    expect(
      element('Field', { id: 'a"b}', required: true, folded: false }, ['One.', '', 'Two.']),
    ).toBe('<Field id={"a\\"b}"} required>\n\nOne.\n\nTwo.\n\n</Field>');
  });

  it('closes at once when it is empty', () => {
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

  it('drops one final line feed', () => {
    expect(fence('go', 'a', 'x\n')).toBe('```go a\nx\n```');
  });
});

describe('jsonFence', () => {
  it('is a titled block of JSON', () => {
    expect(jsonFence({ a: [1] }, 'Answer')).toBe(
      '```json title="Answer"\n{\n  "a": [\n    1\n  ]\n}\n```',
    );
  });
});

describe('unconfirmedNotice', () => {
  it('is a warning with the reason', () => {
    expect(unconfirmedNotice('Why.')).toBe(
      ':::warning[Unconfirmed]\n\nWhy. See all [open questions](/anedya-overview/#open-questions).\n\n:::',
    );
  });
});
