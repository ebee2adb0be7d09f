import type { Source } from './source.ts';
import type { JsonValue } from './types.ts';

type Path = readonly (string | number)[];

/** Tokens of a local JSON Pointer (RFC 6901, section 6: URI fragment form). */
function pointerTokens(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function lookUp(root: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Object.hasOwn(value, token)) return undefined;
    value = Array.isArray(value) ? value[Number(token)] : value[token];
  }
  return value;
}

/**
 * Replaces every local `$ref` by what it points at. Keys beside a `$ref` override those of its target,
 * as OpenAPI 3.1 allows for `summary` and `description`.
 * @throws DocumentError for a reference that is not local, points at nothing or at itself
 */
export function dereference(source: Source): JsonValue {
  const root = source.toData();

  function resolve(value: JsonValue, path: Path, open: readonly string[]): JsonValue {
    if (Array.isArray(value)) return value.map((item, i) => resolve(item, [...path, i], open));
    if (typeof value !== 'object' || value === null) return value;
    const reference = value.$ref;
    if (typeof reference !== 'string') {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, resolve(item, [...path, key], open)]),
      );
    }
    if (!reference.startsWith('#/')) {
      throw source.error(path, `$ref "${reference}" is not local: write "#/components/..."`);
    }
    if (open.includes(reference)) throw source.error(path, `$ref "${reference}" contains itself`);
    const tokens = pointerTokens(reference);
    const target = lookUp(root, tokens);
    if (target === undefined) throw source.error(path, `$ref "${reference}" points at nothing`);
    const resolved = resolve(target, tokens, [...open, reference]);
    const { $ref: _, ...beside } = value;
    const extra = resolve(beside, path, open);
    return { ...(resolved as object), ...(extra as object) };
  }

  return resolve(root, [], []);
}
