export type {
  ApiDocument,
  Field,
  JsonValue,
  MqttBinding,
  Operation,
  Schema,
  Server,
  Tag,
} from './types.ts';
export { DocumentError } from './errors.ts';
export { parseDocument } from './parse-document.ts';
export { schemaFields } from './fields.ts';
