import type { JsonValue } from '@anedya-docs/openapi-model';
import { valueAt, type Path } from './path';

/** The value that an example has at a place; for a further item of an array that of its first one. */
export function exampleAt(example: JsonValue, path: Path): JsonValue | undefined {
  return (
    valueAt(example, path) ??
    valueAt(
      example,
      path.map((part) => (typeof part === 'number' ? 0 : part)),
    )
  );
}
