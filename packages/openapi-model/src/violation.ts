import { expectedValue } from './expected-value.ts';
import type { Schema } from './types.ts';

/** Keywords that `expectedValue` puts into words. */
const expectations = new Set([
  ...['type', 'enum', 'const', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);

/**
 * What is wrong with a value that breaks a keyword of JSON Schema, in words that go on from the name of its field: `must be
 * an integer, 1 to 1,000`, `is missing`. The form of a page, the proxy and the sandbox say the same.
 * @param schema that the keyword is in
 * @returns nothing for a keyword that has no words here
 */
export function violation(keyword: string, schema: Schema): string | undefined {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'pattern':
      return `must match the pattern ${schema.pattern ?? ''}`;
    case 'uniqueItems':
      return 'must not hold an item twice';
    default: {
      const expected = expectations.has(keyword) ? expectedValue(schema) : undefined;
      return expected === undefined ? undefined : `must be ${expected}`;
    }
  }
}
