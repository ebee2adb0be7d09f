import type { Schema } from './types.ts';

const text: Schema = { type: 'string', minLength: 1 };
const texts: Schema = { type: 'array', items: text };

/** An object with exactly these keys, all of them required but those named. */
function record(properties: Readonly<Record<string, Schema>>, ...optional: string[]): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const codes: Schema = {
  type: 'object',
  additionalProperties: record(
    { meaning: text, cause: text, remedy: text, transport: text },
    'transport',
  ),
};

const limits: Schema = {
  type: 'object',
  propertyNames: { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
  additionalProperties: record(
    { subject: text, value: { type: 'number' }, unit: text, note: text, calls: texts },
    'note',
    'calls',
  ),
};

const port: Schema = { type: 'integer', minimum: 1, maximum: 65535 };

/** Extensions at the top of a document. */
export const documentExtensions = {
  'x-reason-codes': codes,
  'x-error-codes': codes,
  'x-limits': limits,
  'x-mqtt': record({
    topicPrefix: text,
    hosts: text,
    ports: record({ tls: port, websocket: port }),
    webSocketPath: { type: 'string', pattern: '^/' },
    subscribe: { type: 'array', items: record({ suffix: text, purpose: text }) },
    pushed: {
      type: 'array',
      items: record({ topic: text, description: text, schema: { type: 'object' }, example: {} }),
    },
  }),
} satisfies Record<string, Schema>;

/** Extensions of an operation. */
export const operationExtensions = {
  'x-permission': text,
  'x-reason-codes': texts,
  'x-error-codes': texts,
  'x-related': texts,
  'x-guide': text,
  'x-keywords': texts,
  'x-traps': texts,
  'x-provisional': text,
  'x-aliases': {
    type: 'array',
    items: record({ method: { enum: ['get', 'post'] }, path: { type: 'string', pattern: '^/' } }),
  },
  'x-mqtt': record(
    { publish: text, answers: texts, differences: texts, provisional: text },
    'differences',
    'provisional',
  ),
} satisfies Record<string, Schema>;

/** Extensions of a security scheme. */
export const securityExtensions = {
  'x-anedya-signature': record({
    version: { const: 'v1' },
    headers: record({ tokenId: text, timestamp: text, version: text, signature: text }),
  }),
  'x-extra-headers': { type: 'object', additionalProperties: text },
} satisfies Record<string, Schema>;
