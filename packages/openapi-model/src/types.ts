import type { EvidenceSource } from './evidence.ts';
import type { JsonValue, Schema } from './schema.ts';

export type { JsonValue, Schema } from './schema.ts';

/** A variable of a server URL (OpenAPI 3.1, 4.8.6). */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum: readonly string[];
  readonly description: string;
}

export interface Server {
  /** URL template such as `https://api.{region}.anedya.io/v1`. */
  readonly template: string;
  /** URL with every variable at its default. */
  readonly url: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** Names of the headers that carry the parts of a signed request (Anedya Signature v1). */
export interface SignatureHeaders {
  readonly tokenId: string;
  /** Unix time in seconds, as a decimal string. */
  readonly timestamp: string;
  readonly version: string;
  /** 64 lower-case hexadecimal characters. */
  readonly signature: string;
}

/** How a client authenticates (OpenAPI 3.1, 4.8.27). */
export interface SecurityScheme {
  /** Key under `components.securitySchemes`: `apiKey`, `accessToken`, `connectionKey`. */
  readonly id: string;
  /** `bearer`: `Authorization: Bearer <secret>`; `key`: the bare secret in a header; `signature`: Anedya Signature v1. */
  readonly kind: 'bearer' | 'key' | 'signature';
  /** Header the credential goes into. */
  readonly header: string;
  /** Constant headers that accompany the credential, such as `Auth-mode: key` (`x-extra-headers`). */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** For the kind `signature` only. */
  readonly signatureHeaders: SignatureHeaders | undefined;
  /** Markdown. */
  readonly description: string;
}

/** A parameter of the path, the query or a header (OpenAPI 3.1, 4.8.12). */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: JsonValue;
}

/** A JSON body: its schema and at least one example. */
export interface Body {
  readonly schema: Schema;
  /** The entry `default` of `examples`. */
  readonly example: JsonValue;
  readonly examples: readonly Example[];
}

/** The response for one status or range of statuses. */
export interface OperationResponse {
  /** `200`, `4XX`, `5XX` or `default`. */
  readonly status: string;
  /** Markdown. */
  readonly description: string;
  readonly schema: Schema;
  readonly examples: readonly Example[];
  /** Whether only the sandbox confirms this status. */
  readonly isSandbox: boolean;
}

/** One documented reason or error code. */
export interface Code {
  readonly code: string;
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
  /** The only transport it occurs on, if not both: `HTTP` or `MQTT`. */
  readonly transport: string | undefined;
}

/** A limit that belongs to no field (`x-limits`). */
export interface Limit {
  /** Slug that pages refer to: `command-payload`. */
  readonly id: string;
  /** What is limited, in words. */
  readonly subject: string;
  readonly value: number;
  /** Unit to write after the number: `KB`, `per minute`. */
  readonly unit: string;
  /** Markdown: what happens beyond the limit, or where it is enforced. */
  readonly note: string | undefined;
  /** Ids of the operations it applies to; empty if none of them has a page. */
  readonly operations: readonly string[];
}

/** MQTT form of a device operation. Topics are complete: `$anedya/device/{deviceId}/time/json`. */
export interface MqttBinding {
  readonly publish: string;
  readonly responseTopics: readonly string[];
  /** Markdown, one difference from HTTP each. */
  readonly differences: readonly string[];
  readonly provisional: string | undefined;
}

/** A message over MQTT that belongs to no operation. */
export interface MqttMessage {
  /** Complete topic. */
  readonly topic: string;
  readonly description: string;
  readonly schema: Schema;
  readonly example: JsonValue;
}

/** A request over MQTT that has no known HTTP path. */
export interface PublishedMessage extends MqttMessage {
  /** Unique among the operations of the document. */
  readonly operationId: string;
}

/** MQTT facts of all device operations (`x-mqtt` of the document). */
export interface MqttFacts {
  readonly topicPrefix: string;
  /** Broker with its region at the default: `mqtt.ap-in-1.anedya.io`. */
  readonly host: string;
  readonly ports: { readonly tls: number; readonly websocket: number };
  /** Path of MQTT over WebSocket: `/mqtt`. */
  readonly webSocketPath: string;
  readonly subscribe: readonly { readonly topic: string; readonly purpose: string }[];
  /** Messages that the platform pushes to a device. */
  readonly pushed: readonly MqttMessage[];
  /** Requests of a device that have no known HTTP path. Only guides describe them; the sandbox serves them. */
  readonly published: readonly PublishedMessage[];
}

/**
 * Another route that an Anedya client calls for an operation. It has no page. One with `GET` is a probe: it takes neither a
 * body nor a credential, and its response body is undocumented.
 */
export interface Alias {
  readonly method: 'GET' | 'POST';
  /** Path below the server, such as `/device/bind`. */
  readonly path: string;
}

export interface Operation {
  /** Slug of the operation's page, and its name on the site: `x-slug`, or the same as `operationId`. */
  readonly id: string;
  /** Name of the operation in the document, and of its function in generated clients. */
  readonly operationId: string;
  readonly method: string;
  /** Path below the server, such as `/node/create`. */
  readonly path: string;
  /** Absolute URL on the first server, variables at their defaults. */
  readonly url: string;
  /** Absolute URL on the first server, with its variables: `https://api.{region}.anedya.io/v1/node/create`. */
  readonly urlTemplate: string;
  readonly servers: readonly Server[];
  readonly tag: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Alternative security schemes, the preferred one first. */
  readonly security: readonly SecurityScheme[];
  /** Whether the request also works without a credential. */
  readonly securityOptional: boolean;
  /** Permission an access token needs, if the operation accepts one. */
  readonly permission: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly request: Body;
  /** In document order, `200` first. */
  readonly responses: readonly OperationResponse[];
  readonly reasonCodes: readonly Code[];
  readonly errorCodes: readonly Code[];
  /** Ids of operations of the same document. */
  readonly related: readonly string[];
  /** Route of the guide to the topic. */
  readonly guide: string | undefined;
  /** Other words that readers search for; only the search index uses them. */
  readonly keywords: readonly string[];
  /** Markdown, one trap each. */
  readonly traps: readonly string[];
  readonly mqtt: MqttBinding | undefined;
  readonly aliases: readonly Alias[];
  /** Where the operation comes from; with `inferred` if and only if it is unconfirmed. */
  readonly evidence: readonly EvidenceSource[];
  /** Why the operation is unconfirmed, if it is. */
  readonly provisional: string | undefined;
}

export interface ApiDocument {
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly reasonCodes: readonly Code[];
  readonly errorCodes: readonly Code[];
  /** Codes that only the sandbox returns. */
  readonly sandboxCodes: readonly Code[];
  /** Path of the page that explains the codes, below the base path of the site; empty without one. */
  readonly errorCatalog: string;
  readonly limits: readonly Limit[];
  readonly mqtt: MqttFacts | undefined;
  /** Operations with a reference page, in the order of tags, then of the document. */
  readonly operations: readonly Operation[];
  /** The same and, after them, those without a page (`x-internal`), which only guides describe. */
  readonly allOperations: readonly Operation[];
  /** The document as plain data with its references: the JSON download. */
  readonly raw: JsonValue;
}
