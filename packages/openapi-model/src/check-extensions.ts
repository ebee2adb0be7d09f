import type { DocumentNode } from './document-node.ts';
import { evidenceList } from './evidence.ts';
import type { RawOperation } from './read-operation.ts';
import { SchemaChecker } from './schema-checker.ts';
import type { Schema } from './schema.ts';

const text: Schema = { type: 'string', minLength: 1 };
const texts: Schema = { type: 'array', items: text };

/** An object with exactly these keys; all but those named are required. */
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
    { subject: text, value: { type: 'number' }, unit: text, note: text, operations: texts },
    'note',
    'operations',
  ),
};

const port: Schema = { type: 'integer', minimum: 1, maximum: 65535 };

const message = {
  topic: text,
  description: text,
  schema: { type: 'object' },
  example: {},
} as const;

/** Extensions at the top of a document. */
const documentExtensions = {
  'x-reason-codes': codes,
  'x-error-codes': codes,
  'x-sandbox-codes': codes,
  'x-error-catalog': text,
  'x-limits': limits,
  'x-mqtt': record(
    {
      topicPrefix: text,
      hosts: text,
      ports: record({ tls: port, websocket: port }),
      webSocketPath: { type: 'string', pattern: '^/' },
      subscribe: { type: 'array', items: record({ suffix: text, purpose: text }) },
      pushed: { type: 'array', items: record(message) },
      published: { type: 'array', items: record({ operationId: text, ...message }) },
    },
    'published',
  ),
} satisfies Record<string, Schema>;

/** Extensions of an operation. */
const operationExtensions = {
  'x-slug': { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
  'x-internal': { const: true },
  'x-permission': text,
  'x-reason-codes': texts,
  'x-error-codes': texts,
  'x-related': texts,
  'x-guide': text,
  'x-keywords': texts,
  'x-traps': texts,
  'x-provisional': text,
  'x-evidence': evidenceList,
  'x-aliases': {
    type: 'array',
    items: record({ method: { enum: ['get', 'post'] }, path: { type: 'string', pattern: '^/' } }),
  },
  'x-mqtt': record(
    { publish: text, responses: texts, differences: texts, provisional: text },
    'differences',
    'provisional',
  ),
} satisfies Record<string, Schema>;

/** Extensions of a response. */
const responseExtensions = { 'x-sandbox': { const: true } } satisfies Record<string, Schema>;

/** Extensions of a security scheme. */
const securityExtensions = {
  'x-anedya-signature': record({
    version: { const: 'v1' },
    headers: record({ tokenId: text, timestamp: text, version: text, signature: text }),
  }),
  'x-extra-headers': { type: 'object', additionalProperties: text },
} satisfies Record<string, Schema>;

/**
 * Checks every `x-` extension against its schema, which the meta-schema of OpenAPI does not do. An unknown extension is an
 * error: a misspelled one would be ignored silently.
 * @throws DocumentError at the line of the extension
 */
export function checkExtensions(root: DocumentNode, operations: readonly RawOperation[]): void {
  const checker = new SchemaChecker();
  const check = (node: DocumentNode, known: Readonly<Record<string, Schema>>) => {
    for (const [name, extension] of node.entries()) {
      if (!name.startsWith('x-')) continue;
      const schema = known[name];
      if (!schema) {
        const names = Object.keys(known).join(', ');
        throw extension.error(`unknown extension ${name}: use one of ${names}`);
      }
      const violation = checker.check(schema, extension.value ?? null);
      if (!violation) continue;
      const invalid = extension.at(...violation.path);
      throw invalid.error(`${name} at ${invalid.pointer}: ${violation.reason}`);
    }
  };
  check(root, documentExtensions);
  for (const [, scheme] of root.at('components', 'securitySchemes').entries()) {
    check(scheme, securityExtensions);
  }
  for (const { operation } of operations) {
    check(operation, operationExtensions);
    for (const [, response] of operation.at('responses').entries()) {
      check(response, responseExtensions);
    }
  }
}
