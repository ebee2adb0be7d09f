import type { Fault } from './ajv-fault.ts';
import { schemaFields } from './fields.ts';
import { SchemaChecker } from './schema-checker.ts';
import type { JsonValue, Schema } from './types.ts';
import { undescribedField } from './undescribed-field.ts';

const checker = new SchemaChecker();

/**
 * What a body breaks of its schema, or nothing: as for the examples of a document, a field that the schema does not
 * describe is a fault too.
 * @param schema of a parsed document
 */
export function bodyFault(schema: Schema, value: JsonValue): Fault | undefined {
  const fault = checker.fault(schema, value);
  if (fault) return { path: fault.path, reason: fault.reason };
  const path = undescribedField(schemaFields(schema), value);
  return path && { path, reason: 'the schema describes no such field' };
}
