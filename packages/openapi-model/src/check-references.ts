import type { Path } from './json.ts';
import { fromPointer } from './pointer.ts';
import type { Source } from './source.ts';
import type { JsonValue } from './types.ts';

/**
 * Checks that every `$ref` points into its own document, so that nothing is ever fetched, at something
 * that does not hold it.
 * A `$ref` in an example counts as well: the library resolves it like any other.
 * @throws DocumentError at the line of the `$ref`
 */
export function checkReferences(source: Source, value: JsonValue, path: Path = []): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, key];
    if (key === '$ref' && typeof item === 'string') {
      if (!item.startsWith('#/')) {
        throw source.error(place, `$ref "${item}" is not local: write "#/components/..."`);
      }
      const target = fromPointer(item);
      if (target.every((token, depth) => token === String(place[depth]))) {
        throw source.error(place, `$ref "${item}" is circular: it stands inside its own target`);
      }
      if (!source.has(target)) {
        throw source.error(place, `$ref "${item}" points at nothing`);
      }
    }
    checkReferences(source, item, place);
  }
}
