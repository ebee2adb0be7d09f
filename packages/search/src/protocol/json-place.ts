/** One token of JSON (RFC 8259): a mark, a string, or another value. */
const token =
  /(?:([[\]{},:])|("(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

const space = /[ \t\n\r]*/y;

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

/** What may follow a token where `expected` was awaited; `undefined` when it may not stand there. */
function next(
  expected: Expectation,
  mark: string | undefined,
  isString: boolean,
  open: string[],
): Expectation | undefined {
  const inside = open.at(-1);
  switch (expected) {
    case 'colon':
      return mark === ':' ? 'value' : undefined;
    case 'comma or end':
      if (mark === ',' && inside) return inside === '{' ? 'key' : 'value';
      if (mark !== (inside === '{' ? '}' : ']') || !inside) return undefined;
      open.pop();
      return 'comma or end';
    case 'key':
    case 'key or }':
      if (isString) return 'colon';
      if (mark !== '}' || expected === 'key') return undefined;
      open.pop();
      return 'comma or end';
    default:
      if (mark === undefined) return 'comma or end';
      if (mark === '{' || mark === '[') {
        open.push(mark);
        return mark === '{' ? 'key or }' : 'value or ]';
      }
      if (mark !== ']' || expected === 'value') return undefined;
      open.pop();
      return 'comma or end';
  }
}

/**
 * Finds where a text stops being JSON. `JSON.parse` says it only for some faults, and differently in each engine.
 * @returns offset of the first character that does not fit; the text's length when it ends too early
 */
export function faultOffset(text: string): number {
  const open: string[] = [];
  let expected: Expectation | undefined = 'value';
  let offset = 0;
  for (;;) {
    space.lastIndex = offset;
    space.exec(text);
    const start = space.lastIndex;
    token.lastIndex = start;
    const found = token.exec(text);
    if (!found) return start;
    expected = next(expected, found[1], found[2] !== undefined, open);
    if (expected === undefined) return start;
    offset = token.lastIndex;
  }
}

/** Line and column of an offset, from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
