/** What checks a value against the schemas of a document again and again: compiled once, errors told as one fault. */
export { tellingFault, type Fault, type KeywordFault } from './ajv-fault.ts';
export { SchemaChecker } from './schema-checker.ts';
