import type { DocumentError } from './errors.ts';
import { isObject } from './json.ts';
import type { Place } from './place.ts';
import type { SchemaChecker } from './schema-checker.ts';
import { walkSchemas } from './walk-schemas.ts';

/** The place in ajv's message, which is relative to the schema it was given. */
const place = /( ignored in schema)? at (path )?"#[^"]*"/;

/** What keeps a schema from compiling, or nothing. */
function compileFault(checker: SchemaChecker, schema: Place): string | undefined {
  try {
    checker.compile(schema.object);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(place, '');
  }
}

function invalid(schema: Place, reason: string): DocumentError {
  return schema.error(`the schema ${schema.pointer} is not valid: ${reason}`);
}

/**
 * Checks that a schema compiles: it has no unknown keyword, and none that has no effect where it stands.
 * @throws DocumentError at its innermost part with the fault
 */
export function checkCompiles(checker: SchemaChecker, schema: Place): void {
  const reason = compileFault(checker, schema);
  if (reason === undefined) return;
  const guilty = [...walkSchemas(schema)].filter((part) => compileFault(checker, part) === reason);
  throw invalid(guilty.at(-1) ?? schema, reason);
}

/**
 * Checks a schema against the meta-schema of JSON Schema, and that it compiles.
 * @throws DocumentError that names the place and what is wrong
 */
export function checkSchema(checker: SchemaChecker, schema: Place): void {
  if (!isObject(schema.value)) throw invalid(schema, 'write an object, {} for any value');
  const fault = checker.schemaFault(schema.object);
  if (fault) throw invalid(schema.at(...fault.path), fault.reason);
  checkCompiles(checker, schema);
}

/**
 * Checks that no field of a body is just `true` or `false`: a page has nothing to say about it.
 * @throws DocumentError at the first that is
 */
export function checkParts(schema: Place): void {
  const parts = [
    schema.at('items'),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema.at(keyword).items()),
    ...schema
      .at('properties')
      .entries()
      .map(([, property]) => property),
  ];
  const plain = parts.find(({ value }) => typeof value === 'boolean');
  if (plain) throw invalid(plain, 'write an object, {} for any value');
}
