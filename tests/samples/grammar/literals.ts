import type { Node } from '@vscode/tree-sitter-wasm';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** What programs read from the clock, in Unix seconds. */
export const clock = 1_800_000_000;

/** A time that a program computes from its variable `now`: `now - 86400`, `(now + 3600) * 1000`. */
export function time(text: string): number | undefined {
  const found = /^\(?\$?now(?: ?(?<offset>[+-] ?\d+))?\)?(?: ?\* ?(?<factor>1000))?$/.exec(text);
  if (!found) return undefined;
  const { offset = '0', factor = '1' } = found.groups ?? {};
  return (clock + Number(offset.replace(' ', ''))) * Number(factor);
}

/** A format string with times instead of its placeholders. */
export function formatted(
  format: JsonValue | undefined,
  placeholder: RegExp,
  values: readonly string[],
): string | undefined {
  if (typeof format !== 'string') return undefined;
  const left = [...values];
  return format.replace(
    placeholder,
    (_, plain: string | undefined) => plain ?? String(time(left.shift()?.trim() ?? '')),
  );
}

/** What a literal stands for; undefined for a node that is none. */
export type Evaluate = (node: Node) => JsonValue | undefined;

/** Named children, comments left out. */
export function children(node: Node): Node[] {
  return node.namedChildren.filter((child) => child !== null && child.type !== 'comment') as Node[];
}

/** An array of what its items stand for; undefined when one is no literal. */
export function list(items: readonly Node[], evaluate: Evaluate): JsonValue[] | undefined {
  const values = items.map(evaluate);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** An object of its entries; undefined when one is no literal. */
export function object(
  entries: readonly (readonly [JsonValue | undefined, JsonValue | undefined])[],
): JsonValue | undefined {
  const known = entries.flatMap(([key, value]) =>
    typeof key === 'string' && value !== undefined ? [[key, value] as const] : [],
  );
  return known.length === entries.length ? Object.fromEntries(known) : undefined;
}

/** A number as most languages write it, a minus sign included. */
export function number(node: Node): number | undefined {
  const value = Number(node.text);
  return node.text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** Letters behind a backslash that most languages know. */
const common: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const escapePattern = (mark: string) =>
  new RegExp(`\\${mark}(?:u\\{([0-9a-f]+)\\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\\s\\S]))`, 'gi');

/**
 * Replaces the escapes of a string literal by what they stand for.
 * @param letters besides `n`, `r` and `t`
 * @throws Error at an unknown letter
 */
export function unescape(
  text: string,
  letters: Readonly<Record<string, string>> = {},
  mark = '\\',
): string {
  return text.replace(
    escapePattern(mark),
    (
      escape: string,
      braced: string | undefined,
      four: string | undefined,
      two: string | undefined,
      letter: string | undefined,
    ) => {
      if (letter === undefined) {
        return String.fromCodePoint(Number.parseInt(braced ?? four ?? two ?? '', 16));
      }
      const meant = letters[letter] ?? common[letter];
      if (meant !== undefined) return meant;
      if (/\w/.test(letter)) throw new Error(`unknown escape ${escape}`);
      return letter;
    },
  );
}

/** Text without what opens and closes it. */
export const inside = (node: Node, length = 1): string => node.text.slice(length, -length);
