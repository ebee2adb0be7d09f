import type { ValueKind } from './value-kinds.ts';

/** A value that JSON can hold. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** JSON Schema (2020-12) as OpenAPI 3.1 embeds it, references resolved. */
export interface Schema {
  readonly title?: string;
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
  /** `seconds` or `milliseconds` of a timestamp or duration. */
  readonly 'x-unit'?: string;
  /** Why the shape of this field is not confirmed. */
  readonly 'x-provisional'?: string;
  /** What the keys of a map are, for example `node id`. */
  readonly 'x-key'?: string;
  /** Which value of the reader's own the examples of this string stand for. */
  readonly 'x-value'?: ValueKind;
  /** Where the example of a point in time stands, in seconds from the moment of the request. */
  readonly 'x-from-now'?: number;
  /** What only the sandbox asks of a value, beside the other keywords. */
  readonly 'x-sandbox'?: SandboxBounds;
}

/** Bounds that the sandbox has and nothing says of the platform. */
export interface SandboxBounds {
  /** Bytes of a text in UTF-8. */
  readonly maxBytes?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
