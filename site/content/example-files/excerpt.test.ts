import { describe, expect, it } from 'vitest';
import { excerpt } from './';

const whole = { lines: undefined, region: undefined };
const region = (name: string) => ({ ...whole, region: name });
const range = (lines: string) => ({ ...whole, lines });

const source = `# head
# region outer
class A:
    # region inner
    def f(self):
        return 1
    # endregion
# endregion

// region other
b
// endregion
`;

describe('excerpt', () => {
  it('drops the marks of regions from a whole file', () => {
    expect(excerpt(source, whole)).toBe(
      '# head\nclass A:\n    def f(self):\n        return 1\n\nb',
    );
  });

  it('takes a region with the regions inside it', () => {
    expect(excerpt(source, region('outer'))).toBe('class A:\n    def f(self):\n        return 1');
    expect(excerpt(source, region('other'))).toBe('b');
  });

  it('moves an indented part to the margin', () => {
    expect(excerpt(source, region('inner'))).toBe('def f(self):\n    return 1');
  });

  it('counts lines as in the file', () => {
    expect(excerpt(source, range('3-6'))).toBe('class A:\n    def f(self):\n        return 1');
    expect(excerpt(source, range('1'))).toBe('# head');
  });

  it('keeps words that only look like marks', () => {
    const text = '#region: none\n// the region ends\n# endregion of it';
    expect(excerpt(text, whole)).toBe(text);
  });

  it.each([
    ['a\n# region x\nb', whole, 'the region "x" has no end'],
    ['a\n# endregion', whole, 'line 2 ends a region that has not started'],
    ['# region x\na\n# endregion\n# region x\nb\n# endregion', whole, 'two regions are named "x"'],
    ['# region x\n\n# endregion\na', region('x'), 'x is empty'],
    ['# region x\na\n# endregion', region('y'), 'region="y" is unknown. The file has: x'],
    ['a\nb', range('2-1'), 'lines="2-1" is not a range such as "10-25"'],
    ['a\nb', range('0-1'), 'lines="0-1" is not a range such as "10-25"'],
    ['a\nb', range('a'), 'lines="a" is not a range such as "10-25"'],
    ['a\nb\n', range('2-3'), 'lines="2-3": the file has 2 lines'],
    ['', whole, 'the file is empty'],
  ])('rejects %j', (text, request, message) => {
    expect(() => excerpt(text, request)).toThrow(message);
  });
});
