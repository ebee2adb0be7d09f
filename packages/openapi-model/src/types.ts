/** A value that JSON can hold. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** JSON Schema (2020-12) as OpenAPI 3.1 embeds it, references resolved. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly JsonValue[];
  readonly examples?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly const?: JsonValue;
  /** `seconds` or `milliseconds` of a timestamp or duration. */
  readonly 'x-unit'?: string;
  /** Why the shape of this field is not confirmed. */
  readonly 'x-provisional'?: string;
  /** What the keys of a map are, for example `node id`. */
  readonly 'x-key'?: string;
}

/** One row of a field table: a leaf or a branch of a schema, named by its path. */
export interface Field {
  /** Path as readers write it: `policy.allow[]`, `data.{node id}.value`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Server {
  /** URL template such as `https://api.{region}.anedya.io/v1`. */
  readonly template: string;
  /** URL with every variable at its default. */
  readonly url: string;
  readonly description: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** MQTT form of a device call: topic suffixes below the device's prefix. */
export interface MqttBinding {
  readonly publish: string;
  readonly answers: readonly string[];
  readonly differences: readonly string[];
  readonly provisional: string | undefined;
}

export interface Operation {
  /** `operationId`, which is the slug of the call's page. */
  readonly id: string;
  readonly method: string;
  /** Path below the server, such as `/node/create`. */
  readonly path: string;
  /** Absolute URL on the document's first server, variables at their defaults. */
  readonly url: string;
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  /** Names of the security schemes, any one of which is enough. */
  readonly security: readonly string[];
  /** Permission an access token needs, when the call takes one. */
  readonly permission: string | undefined;
  readonly requestSchema: Schema;
  readonly requestExample: JsonValue;
  readonly responseSchema: Schema;
  readonly responseExample: JsonValue;
  readonly reasonCodes: readonly string[];
  readonly errorCodes: readonly string[];
  readonly related: readonly string[];
  readonly guide: string | undefined;
  readonly traps: readonly string[];
  readonly mqtt: MqttBinding | undefined;
  /** Why the call is not confirmed, when it is not. */
  readonly provisional: string | undefined;
}

export interface ApiDocument {
  readonly title: string;
  readonly description: string;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** In the order of tags, then of the document. */
  readonly operations: readonly Operation[];
}
