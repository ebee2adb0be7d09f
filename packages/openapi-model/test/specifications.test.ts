import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { schemaFields, type JsonValue, type Schema } from '../src/index.ts';
import { readSpecification } from './support/document.ts';

/** Slugs of the specification's call pages (section 2), without the two introductions. */
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

// A second opinion on the examples: JSON Schema 2020-12 without the settings the parser uses.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

function faults(schema: Schema, value: JsonValue): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

describe.each([
  ['device', device, 16],
  ['platform', platform, 36],
] as const)('the %s document', async (name, slugs, count) => {
  const document = await readSpecification(name);
  const calls = document.operations.map((operation) => [operation.id, operation] as const);

  it('has the calls of the specification, no more and no less', () => {
    expect(slugs).toHaveLength(count);
    expect(calls.map(([id]) => id).sort()).toEqual([...slugs].sort());
  });

  it('lists calls in the order of their tags, every tag in use', () => {
    const tags = document.tags.map((tag) => tag.name);
    const order = document.operations.map((operation) => operation.tag);
    expect([...new Set(order)]).toEqual(tags);
  });

  it('explains every code in full', () => {
    const codes = [...document.reasonCodes, ...document.errorCodes];
    expect(codes.length).toBeGreaterThan(0);
    for (const { meaning, cause, remedy } of codes) {
      expect([meaning, cause, remedy]).not.toContain('');
    }
  });

  it.each(calls)('%s has all a page needs', (_id, operation) => {
    expect(operation.method).toBe('POST');
    expect(operation.url).toMatch(/^https:\/\/[a-z0-9.-]+\.anedya\.io\/v1\/[^{}]+$/);
    expect(operation.urlTemplate).toContain('.{region}.anedya.io/v1/');
    expect(operation.description).not.toBe('');
    expect(operation.security.length).toBeGreaterThan(0);
    expect(operation.answers[0]?.status).toBe('200');
    expect(operation.answers.length).toBeGreaterThan(1);
    for (const { schema, description } of operation.answers) {
      expect(schemaFields(schema).length).toBeGreaterThan(0);
      expect(description).not.toBe('');
    }
    expect(operation.related.length).toBeGreaterThan(0);
    expect(operation.guide).toMatch(/^\/.*\/$/);
  });

  it.each(calls)('%s: every example fits its schema', (_id, { request, answers }) => {
    expect(request.examples.length).toBeGreaterThan(0);
    for (const { schema, examples } of [request, ...answers]) {
      expect(examples.flatMap(({ value }) => faults(schema, value))).toEqual([]);
    }
  });

  it('leaves no reference behind, and keeps them in its plain data', () => {
    expect(JSON.stringify(document.operations)).not.toContain('"$ref"');
    expect(JSON.stringify(document.raw)).toContain('"$ref"');
  });
});

describe('the platform document', async () => {
  const { securitySchemes, servers, mqtt } = await readSpecification('platform');

  it('takes an API key or a signed access token', () => {
    expect(securitySchemes.map(({ id, kind, header }) => [id, kind, header])).toEqual([
      ['apiKey', 'bearer', 'Authorization'],
      ['accessToken', 'signature', 'Authorization'],
    ]);
  });

  it('stands on a regional and a default address, and has no MQTT', () => {
    expect(servers.map(({ url }) => url)).toEqual([
      'https://api.ap-in-1.anedya.io/v1',
      'https://api.anedya.io/v1',
    ]);
    expect(mqtt).toBeUndefined();
  });
});

describe('the device document', async () => {
  const { securitySchemes, mqtt, operations } = await readSpecification('device');

  it('takes the bare connection key with its mode', () => {
    expect(securitySchemes).toMatchObject([
      {
        id: 'connectionKey',
        kind: 'key',
        header: 'Authorization',
        extraHeaders: { 'Auth-mode': 'key' },
      },
    ]);
  });

  it('needs no key for the time alone', () => {
    const open = operations.filter(({ securityOptional }) => securityOptional);
    expect(open.map(({ id }) => id)).toEqual(['http-time-sync']);
  });

  it('names broker and topics in full', () => {
    expect(mqtt).toMatchObject({
      host: 'mqtt.ap-in-1.anedya.io',
      ports: { tls: 8883, websocket: 8804 },
    });
    const topics = operations.flatMap(({ mqtt: binding }) =>
      binding ? [binding.publish, ...binding.answers] : [],
    );
    expect(topics.length).toBeGreaterThan(0);
    expect(topics.filter((topic) => !topic.startsWith('$anedya/device/{deviceId}/'))).toEqual([]);
  });

  it.each(mqtt?.pushed.map((message) => [message.topic, message] as const) ?? [])(
    'pushes an example that fits: %s',
    (_topic, { schema, example }) => {
      expect(faults(schema, example)).toEqual([]);
    },
  );
});

it('a value that does not fit is found', async () => {
  const [operation] = (await readSpecification('device')).operations;
  expect(faults(operation?.request.schema ?? {}, 'text')).not.toEqual([]);
});
