export type {
  Alias,
  Answer,
  ApiDocument,
  Body,
  Code,
  Example,
  Field,
  JsonValue,
  Limit,
  MqttBinding,
  MqttFacts,
  Operation,
  Parameter,
  PushedMessage,
  Schema,
  SecurityScheme,
  Server,
  ServerVariable,
  SignatureHeaders,
  Tag,
  Variant,
} from './types.ts';
export { DocumentError } from './errors.ts';
export { parseDocument } from './parse-document.ts';
export { flattenFields, schemaFields } from './fields.ts';
export { codeAnchor } from './code-anchor.ts';
export { fieldAnchor } from './field-anchor.ts';
export { bodyFault } from './body-fault.ts';
export { typeName } from './type-name.ts';
export { valueKinds, type Examples, type ValueKind } from './value-kinds.ts';
