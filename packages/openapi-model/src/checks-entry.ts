/** What checks a value against the schemas of a document again and again: compiled once, errors told as one fault. */
export { tellingFault, type Fault } from './ajv-fault.ts';
export { SchemaChecker } from './schema-checker.ts';
