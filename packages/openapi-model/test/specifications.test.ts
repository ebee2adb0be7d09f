import { readFileSync } from 'node:fs';
import path from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseDocument, schemaFields, type JsonValue, type Schema } from '../src/index.ts';
import { readSpecification } from './support/document.ts';

/** Slugs of the specification's operation pages (section 2), without the two introductions. */
const device =
  `binddevice check commands-get-details commands-list commands-next commands-update-status
  http-time-sync logs-submit-logs submitdata v-1-ota-current v-1-ota-next v-1-ota-status-update
  valuestore-delete valuestore-get-value valuestore-scan valuestore-set-value`.split(/\s+/);

const platform =
  `access-token-create access-token-revoke assets-create assets-delete assets-get assets-list
  assets-list-versions assets-retry command-invalidate command-list command-status commands-send
  data-get-data deployment-abort deployments-analyze deployments-create deployments-list logs-getlogs
  node-authorize node-create node-delete node-details node-get-connection-key node-list node-update
  post-aggregates-variable-by-time post-assets-complete-upload valuestore-create-value valuestore-delete
  valuestore-get-value valuestore-scan variable-create variables-delete variables-latest variables-list
  variables-snapshot`.split(/\s+/);

// Checks the examples independently: JSON Schema 2020-12 without the parser's settings.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

function errorsOf(schema: Schema, value: JsonValue): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

/** The last part of an operation id: a verb, and what it acts on. */
const verb =
  /-(?:abort|add|aggregate|analyze|authorize|bind|check|clear|complete|create|delete|get|invalidate|list|remove|retry|revoke|scan|send|set|submit|sync|update)(?:-[a-z-]+)?$/;

interface RawDocument {
  readonly components: { readonly schemas: Readonly<Record<string, JsonValue>> };
}

/** All schemas of a document. */
function* schemasIn(value: JsonValue, isSchema = false): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (isSchema && !Array.isArray(value)) yield value;
  for (const [name, part] of Object.entries(value)) {
    if (name === 'examples' || name === 'example' || name.startsWith('x-')) continue;
    const holdsSchemas = ['schemas', 'properties', 'allOf', 'oneOf'].includes(name);
    if (holdsSchemas && typeof part === 'object' && part !== null) {
      for (const each of Object.values(part)) yield* schemasIn(each, true);
    } else yield* schemasIn(part, ['items', 'schema', 'additionalProperties'].includes(name));
  }
}

describe.each([
  ['device', device, 16, ['events-submit', 'heartbeat']],
  [
    'platform',
    platform,
    36,
    [
      'health-status',
      'node-child-add',
      'node-child-clear',
      'node-child-list',
      'node-child-remove',
      'relay-create',
      'streams-create',
    ],
  ],
] as const)('the %s document', async (name, slugs, count, internal) => {
  const document = await readSpecification(name);
  const operations = document.operations.map((operation) => [operation.id, operation] as const);

  // The site's build writes this JSON, and the sandbox starts from it.
  it('is the same document from JSON that was checked before', async () => {
    const json = `${JSON.stringify(document.raw, null, 2)}\n`;
    expect(await parseDocument(json, 'a.json', { isChecked: true })).toEqual(document);
  });

  it('has exactly the operations of the specification', () => {
    expect(slugs).toHaveLength(count);
    expect(operations.map(([id]) => id).sort()).toEqual([...slugs].sort());
  });

  it('has operations without a page only where a guide describes them', () => {
    const others = document.allOperations.slice(operations.length);
    expect(others.map(({ id }) => id).sort()).toEqual(internal);
  });

  it('names each operation by resource and verb, as the table of specs/README.md lists', () => {
    const readme = readFileSync(
      path.resolve(import.meta.dirname, '../../../specs/README.md'),
      'utf8',
    );
    for (const { operationId, path: route, id } of document.allOperations) {
      const page = document.operations.some((one) => one.id === id) ? `\`${id}\`` : 'none';
      const row = new RegExp(`^\\| \`${operationId}\` +\\| \`${route}\` +\\| ${page} +\\|$`, 'm');
      expect(readme).toMatch(row);
      expect(operationId).toMatch(verb);
    }
  });

  it('has what client generators need', () => {
    const schemas = [...schemasIn(document.raw)];
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) {
      const { type, format, const: constant } = schema;
      // A list of types, a name from a title and a constant boolean break several generators.
      expect(Array.isArray(type)).toBe(false);
      expect(schema).not.toHaveProperty('title');
      expect(typeof constant).not.toBe('boolean');
      if (type === 'integer') expect(format).toBe('int64');
      if (type === 'number') expect(format).toBe('double');
    }
    const names = Object.keys((document.raw as unknown as RawDocument).components.schemas);
    for (const { operationId, responses } of document.allOperations) {
      // Names that generators give to the types that they add.
      const own = operationId.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
      const taken = ['Response', 'Responses', 'Params', 'Data', 'Error', 'Errors', 'Res', 'Req'];
      expect(names.filter((name) => taken.some((end) => name === own + end))).toEqual([]);
      expect(responses.map(({ status }) => status)).not.toContain('default');
    }
  });

  it('has a component for each object, which a generator would name otherwise', () => {
    const schemas = [...schemasIn(document.raw)];
    const { components } = document.raw as unknown as RawDocument;
    const named = new Set<unknown>(Object.values(components.schemas));
    for (const { allOf = [] } of schemas) for (const part of allOf) named.add(part);
    const isNullable = ({ oneOf }: Schema) => oneOf?.some(({ type }) => type === 'null');
    const unnamed = schemas.filter(
      (schema) =>
        (schema.type === 'object' || (schema.oneOf && !isNullable(schema))) && !named.has(schema),
    );
    expect(unnamed).toEqual([]);
  });

  it('has a discriminator for each union of objects', () => {
    const { components } = document.raw as unknown as RawDocument;
    const resolve = (schema: Schema & { readonly $ref?: string }) =>
      components.schemas[schema.$ref?.replace('#/components/schemas/', '') ?? ''] ?? schema;
    const ambiguous = [...schemasIn(document.raw)].filter((schema) => {
      const objects = schema.oneOf?.filter((part) => 'properties' in Object(resolve(part))) ?? [];
      return objects.length > 1 && !('discriminator' in schema);
    });
    expect(ambiguous).toEqual([]);
  });

  it('lists operations in the order of their tags, and uses every tag', () => {
    const tags = document.tags.map((tag) => tag.name);
    const order = document.operations.map((operation) => operation.tag);
    expect([...new Set(order)]).toEqual(tags);
  });

  it('explains every code completely', () => {
    const codes = [...document.reasonCodes, ...document.errorCodes];
    expect(codes.length).toBeGreaterThan(0);
    for (const { meaning, cause, remedy } of codes) {
      expect([meaning, cause, remedy]).not.toContain('');
    }
  });

  it.each(operations)('%s has all a page needs', (_id, operation) => {
    expect(operation.method).toBe('POST');
    expect(operation.url).toMatch(/^https:\/\/[a-z0-9.-]+\.anedya\.io\/v1\/[^{}]+$/);
    expect(operation.urlTemplate).toContain('.{region}.anedya.io/v1/');
    expect(operation.description).not.toBe('');
    expect(operation.security.length).toBeGreaterThan(0);
    expect(operation.responses[0]?.status).toBe('200');
    expect(operation.responses.length).toBeGreaterThan(1);
    for (const { schema, description } of operation.responses) {
      expect(schemaFields(schema).length).toBeGreaterThan(0);
      expect(description).not.toBe('');
    }
    expect(operation.related.length).toBeGreaterThan(0);
    expect(operation.guide).toMatch(/^\/.*\/$/);
  });

  it.each(document.allOperations.map((operation) => [operation.id, operation] as const))(
    '%s: every example matches its schema',
    (_id, { request, responses }) => {
      expect(request.examples.length).toBeGreaterThan(0);
      for (const { schema, examples } of [request, ...responses]) {
        expect(examples.flatMap(({ value }) => errorsOf(schema, value))).toEqual([]);
      }
    },
  );

  it('resolves every reference, and keeps them in its plain data', () => {
    expect(JSON.stringify(document.allOperations)).not.toContain('"$ref"');
    expect(JSON.stringify(document.raw)).toContain('"$ref"');
  });
});

describe('the platform document', async () => {
  const { securitySchemes, servers, mqtt } = await readSpecification('platform');

  it('accepts an API key or a signed access token', () => {
    expect(securitySchemes.map(({ id, kind, header }) => [id, kind, header])).toEqual([
      ['apiKey', 'bearer', 'Authorization'],
      ['accessToken', 'signature', 'Authorization'],
    ]);
  });

  it('has a regional and a default server, and no MQTT', () => {
    expect(servers.map(({ url }) => url)).toEqual([
      'https://api.ap-in-1.anedya.io/v1',
      'https://api.anedya.io/v1',
    ]);
    expect(mqtt).toBeUndefined();
  });
});

describe('the device document', async () => {
  const { securitySchemes, mqtt, operations } = await readSpecification('device');

  it('accepts the connection key with its mode', () => {
    expect(securitySchemes).toMatchObject([
      {
        id: 'connectionKey',
        kind: 'key',
        header: 'Authorization',
        extraHeaders: { 'Auth-mode': 'key' },
      },
    ]);
  });

  it('needs no key for time sync only', () => {
    const open = operations.filter(({ securityOptional }) => securityOptional);
    expect(open.map(({ id }) => id)).toEqual(['http-time-sync']);
  });

  it('has complete names of broker and topics', () => {
    expect(mqtt).toMatchObject({
      host: 'mqtt.ap-in-1.anedya.io',
      ports: { tls: 8883, websocket: 8804 },
    });
    const topics = operations.flatMap(({ mqtt: binding }) =>
      binding ? [binding.publish, ...binding.responseTopics] : [],
    );
    expect(topics.length).toBeGreaterThan(0);
    expect(topics.filter((topic) => !topic.startsWith('$anedya/device/{deviceId}/'))).toEqual([]);
  });

  it.each(
    [...(mqtt?.pushed ?? []), ...(mqtt?.published ?? [])].map(
      (message) => [message.topic, message] as const,
    ),
  )('message without an operation has a valid example: %s', (_topic, { schema, example }) => {
    expect(errorsOf(schema, example)).toEqual([]);
  });
});

it('finds a value that does not match', async () => {
  const [operation] = (await readSpecification('device')).operations;
  expect(errorsOf(operation?.request.schema ?? {}, 'text')).not.toEqual([]);
});
