/** What code in a browser may load of this package: it needs no parser and no validator. */
export { expectedValue } from './expected-value.ts';
export { codeAnchor } from './code-anchor.ts';
export { fieldAnchor } from './field-anchor.ts';
export { flattenFields, schemaFields } from './fields.ts';
export { nearest } from './nearest.ts';
export { mergeSchema, optionsOf } from './merge-schema.ts';
export { typeName } from './type-name.ts';
export { violation } from './violation.ts';
