export type * from './types.ts';
export { parseDocument } from './parse-document.ts';
export { codeAnchor, fieldAnchor, flattenFields, schemaFields, typeName } from './fields.ts';
export type { Field, Variant } from './fields.ts';
export { bodyViolation } from './schema-checker.ts';
export { valueKinds, type JsonValue, type Schema, type ValueKind } from './schema.ts';
export { evidenceSources, evidenceText, sourceNames, type EvidenceSource } from './evidence.ts';
export { DocumentError } from './source.ts';
export type { Examples } from './values.ts';
