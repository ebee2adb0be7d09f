import type { EvidenceSource } from './evidence.ts';

/** A value that JSON can hold. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * What the examples of a string can represent (`x-value`): values that the reader has or creates, so that a page can show
 * theirs. A spare node has no device yet, or is no longer needed; a new id or variable is unused so far; a failed asset is
 * one whose parts could not be joined. A sandbox project lists its own value of each kind (`examples`).
 */
export const valueKinds = [
  'node id',
  'spare node id',
  'device id',
  'new device id',
  'binding secret',
  'new variable',
  'token id',
  'token secret',
  'command id',
  'asset id',
  'new asset id',
  'failed asset id',
  'deployment id',
] as const;

export type ValueKind = (typeof valueKinds)[number];

/** JSON Schema (2020-12) as OpenAPI 3.1 embeds it, references resolved. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly JsonValue[];
  readonly examples?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly const?: JsonValue;
  /** Name of an alternative of `oneOf` or `anyOf` for readers. A `title` would name the type in generated clients. */
  readonly 'x-label'?: string;
  /** `seconds` or `milliseconds` of a timestamp or duration. */
  readonly 'x-unit'?: string;
  /** Why the shape of this field is unconfirmed. */
  readonly 'x-provisional'?: string;
  /** Where this field comes from, if from other sources than its operation. */
  readonly 'x-evidence'?: readonly EvidenceSource[];
  /** What the keys of a map are, for example `node id`. */
  readonly 'x-key'?: string;
  /** Which of the reader's values replaces the examples of this string. */
  readonly 'x-value'?: ValueKind;
  /** Offset of the example timestamp from the time of the request, in seconds. */
  readonly 'x-from-now'?: number;
  /** Further limits that only the sandbox enforces. */
  readonly 'x-sandbox'?: SandboxBounds;
}

/** Limits that the sandbox enforces and Anedya does not document. */
export interface SandboxBounds {
  /** Length of a string in bytes of UTF-8. */
  readonly maxBytes?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
