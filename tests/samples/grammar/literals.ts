import type { Node } from '@vscode/tree-sitter-wasm';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { operationOf } from '../support/operations.ts';

/** The time of the clock in tests, in Unix seconds. */
export const clock = 1_800_000_000;

/** A time that a program computes from its variable `now`: `now - 86400`, `(now + 3600) * 1000`. */
export function time(text: string): number | undefined {
  const found = /^\(?\$?now(?: ?(?<offset>[+-] ?\d+))?\)?(?: ?\* ?(?<factor>1000))?$/.exec(text);
  if (!found) return undefined;
  const { offset = '0', factor = '1' } = found.groups ?? {};
  return (clock + Number(offset.replace(' ', ''))) * Number(factor);
}

const exampleOf = (api: 'platform' | 'device', id: string) =>
  operationOf(api, id).operation.request.example as Readonly<Record<string, string>>;

/** Defaults of the variables with ids that programs read. */
const ids: Readonly<Record<string, string | undefined>> = {
  nodeid: exampleOf('platform', 'node-update').nodeid,
  deviceid: exampleOf('device', 'binddevice').deviceid,
};

/** A time, or the default of an id: `nodeId`, `node_id`, `$nodeId`. */
export const computed = (text: string): string | number | undefined =>
  ids[text.replaceAll(/[$_]/g, '').toLowerCase()] ?? time(text);

/** Inserts times and ids into the placeholders of a format string. */
export function formatted(
  format: JsonValue | undefined,
  placeholder: RegExp,
  values: readonly string[],
): string | undefined {
  if (typeof format !== 'string') return undefined;
  const left = [...values];
  return format.replace(
    placeholder,
    (_, plain: string | undefined) => plain ?? String(computed(left.shift()?.trim() ?? '')),
  );
}

/** The value of a literal; undefined for any other node. */
export type Evaluate = (node: Node) => JsonValue | undefined;

/** Named children without comments. */
export function children(node: Node): Node[] {
  return node.namedChildren.filter((child) => child !== null && child.type !== 'comment') as Node[];
}

/** An array of the values of its items; undefined when one is not a literal. */
export function list(items: readonly Node[], evaluate: Evaluate): JsonValue[] | undefined {
  const values = items.map(evaluate);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** An object of its entries; undefined when one is not a literal. */
export function object(
  entries: readonly (readonly [JsonValue | undefined, JsonValue | undefined])[],
): JsonValue | undefined {
  const known = entries.flatMap(([key, value]) =>
    typeof key === 'string' && value !== undefined ? [[key, value] as const] : [],
  );
  return known.length === entries.length ? Object.fromEntries(known) : undefined;
}

/** A number in the notation of most languages, including a minus sign. */
export function number(node: Node): number | undefined {
  const value = Number(node.text);
  return node.text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** Escape letters that most languages support. */
const common: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const escapePattern = (mark: string) =>
  new RegExp(`\\${mark}(?:u\\{([0-9a-f]+)\\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\\s\\S]))`, 'gi');

/**
 * Replaces the escapes of a string literal with their characters.
 * @param letters letters in addition to `n`, `r` and `t`
 * @throws Error for an unknown letter
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

/** Text without its delimiters. */
export const inside = (node: Node, length = 1): string => node.text.slice(length, -length);
