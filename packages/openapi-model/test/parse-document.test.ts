import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../src/index.ts';
import { edited, errorOf, file, minimal } from './support/document.ts';

const document = await parseDocument(minimal, file);
const [create, get] = document.operations;

describe('a document that was checked before', () => {
  const withoutTitle = JSON.stringify({ ...(parse(minimal) as object), info: { version: '1' } });

  it('still names the line of an error', async () => {
    const text = withoutTitle.replace('"info"', '\n"info"');
    const parsing = parseDocument(text, 'a.json', { isChecked: true });
    await expect(parsing).rejects.toThrow('a.json:2: ');
  });

  it('is not parsed as YAML without an error', async () => {
    // JSON may repeat a key, YAML may not.
    const text = JSON.stringify(parse(minimal)).replace('{', '{"openapi":"3.1.0",');
    await expect(parseDocument(text, 'a.json')).rejects.toThrow('unique');
    const { title } = await parseDocument(text, 'a.json', { isChecked: true });
    expect(title).toBe('Test API');
  });
});

describe('a document', () => {
  it('has title, version and tags', () => {
    expect(document).toMatchObject({ title: 'Test API', version: '1', description: '' });
    expect(document.tags).toEqual([
      { name: 'Nodes', description: '' },
      { name: 'Data', description: '' },
    ]);
  });

  it('has its servers with their variables', () => {
    expect(document.servers).toEqual([
      {
        template: 'https://api.{region}.example.org/v1',
        url: 'https://api.here.example.org/v1',
        description: 'Main',
        variables: [
          { name: 'region', default: 'here', enum: ['here', 'there'], description: 'Where' },
        ],
      },
      {
        template: 'https://api.example.org/v1',
        url: 'https://api.example.org/v1',
        description: '',
        variables: [],
      },
    ]);
  });

  it('keeps its plain data with references', () => {
    expect(document.raw).toEqual(parse(minimal));
    expect(JSON.stringify(document.raw)).toContain('"$ref":"#/components/schemas/Request"');
  });

  it('lists operations in the order of the tags', () => {
    expect(document.operations.map(({ id }) => id)).toEqual(['node-create', 'data-get']);
  });

  it('lists an internal operation last, and not among those with a page', async () => {
    const text = edited(
      '      operationId: node-create\n',
      '      operationId: node-create\n      x-internal: true\n',
    );
    const { operations, allOperations } = await parseDocument(text, file);
    expect(operations.map(({ id }) => id)).toEqual(['data-get']);
    expect(allOperations.map(({ id }) => id)).toEqual(['data-get', 'node-create']);
  });

  it('can be in JSON', async () => {
    const json = JSON.stringify(parse(minimal));
    expect(await parseDocument(json, 'test.json')).toEqual(document);
  });

  it('takes operations from the known methods of a path only', async () => {
    const text = edited('  /data/get:\n', '  /data/get:\n    summary: Data\n    parameters: []\n');
    expect((await parseDocument(text, file)).operations).toHaveLength(2);
  });
});

describe('an operation', () => {
  it('has its route and its texts', () => {
    expect(create).toMatchObject({
      id: 'node-create',
      method: 'POST',
      path: '/node/create',
      url: 'https://api.here.example.org/v1/node/create',
      urlTemplate: 'https://api.{region}.example.org/v1/node/create',
      servers: document.servers,
      tag: 'Nodes',
      title: 'Create node',
      description: 'Creates a node.',
      permission: 'node.create',
      related: ['data-get'],
      guide: '/guide/',
      keywords: ['read a row', 'fetch'],
      traps: ['Mind the gap.'],
      aliases: [{ method: 'GET', path: '/node/new' }],
      provisional: 'Not confirmed.',
      parameters: [],
    });
  });

  it('has its request body with all examples', () => {
    expect(create?.request.schema.properties?.name).toMatchObject({ type: 'string' });
    expect(create?.request.example).toEqual({ name: 'a' });
    expect(create?.request.examples).toEqual([
      { name: 'default', summary: 'One node', value: { name: 'a' } },
      { name: 'tagged', summary: '', value: { name: 'b', tags: [{ key: 'k' }] } },
    ]);
  });

  it('has its responses, 200 first, references resolved', () => {
    expect(create?.responses).toEqual([
      {
        status: '200',
        description: 'Created',
        schema: { type: 'object' },
        examples: [{ name: 'default', summary: '', value: { success: true } }],
        isSandbox: false,
      },
      {
        status: 'default',
        description: 'It failed.',
        schema: { type: 'object', properties: { success: { const: false } } },
        examples: [],
        isSandbox: false,
      },
    ]);
  });

  // JavaScript orders integer keys ascending.
  it('has its response 200 before a lower status', async () => {
    const text = edited(
      "        default: { $ref: '#/components/responses/Failure' }",
      "        '100': { $ref: '#/components/responses/Failure' }",
    );
    const { operations } = await parseDocument(text, file);
    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(['200', '100']);
  });

  it('has its codes with their explanations', () => {
    expect(create?.reasonCodes).toEqual([
      { code: 'node::gone', meaning: 'M', cause: 'C', remedy: 'R', transport: undefined },
    ]);
    expect(create?.errorCodes).toEqual([
      { code: '4020', meaning: 'M', cause: 'C', remedy: 'R', transport: 'HTTP' },
    ]);
    expect(document.reasonCodes.map(({ code }) => code)).toEqual(['node::gone', 'node::bad']);
    expect(document.errorCodes).toEqual(create?.errorCodes);
  });

  it('leaves out what the document does not define', () => {
    expect(get).toMatchObject({ reasonCodes: [], errorCodes: [], related: [], traps: [] });
    expect([get?.mqtt, get?.permission, get?.guide, get?.provisional]).toEqual(
      Array.from({ length: 4 }),
    );
  });

  // OpenAPI 3.1, 4.8.9 and 4.8.10: servers of a path and of an operation override those of the document.
  it.each([
    [
      'its path',
      '  /data/get:\n',
      '  /data/get:\n    servers: [{ url: https://b.example.org/ }]\n',
    ],
    [
      'itself',
      '      tags: [Data]\n',
      '      tags: [Data]\n      servers: [{ url: https://b.example.org/ }]\n',
    ],
  ])('takes the servers of %s', async (_place, text, replacement) => {
    const { operations } = await parseDocument(edited(text, replacement), file);
    const operation = operations.find(({ id }) => id === 'data-get');
    expect(operation?.servers).toHaveLength(1);
    expect(operation?.url).toBe('https://b.example.org/data/get');
  });
});

describe('MQTT', () => {
  it('has the facts of all operations, with complete topics and region', () => {
    expect(document.mqtt).toEqual({
      topicPrefix: '$test/{deviceId}/',
      host: 'mqtt.here.example.org',
      ports: { tls: 8883, websocket: 8804 },
      webSocketPath: '/mqtt',
      subscribe: [{ topic: '$test/{deviceId}/response', purpose: 'Responses' }],
      pushed: [
        {
          topic: '$test/{deviceId}/commands',
          description: 'A command.',
          schema: { type: 'object', properties: { id: { type: 'string' } } },
          example: { id: 'c1' },
        },
      ],
      published: [],
    });
  });

  it('has the complete topics of an operation', () => {
    expect(create?.mqtt).toEqual({
      publish: '$test/{deviceId}/node/json',
      responseTopics: ['$test/{deviceId}/response'],
      differences: [],
      provisional: undefined,
    });
  });
});

describe('x-slug', () => {
  const withSlug = edited(
    'operationId: data-get\n',
    'operationId: data-get\n      x-slug: data-page\n',
  );

  it('names the operation on the site, also in lists', async () => {
    const { operations, limits } = await parseDocument(withSlug, file);
    expect(operations.map(({ id, operationId }) => [id, operationId])).toEqual([
      ['node-create', 'node-create'],
      ['data-page', 'data-get'],
    ]);
    expect(operations[0]?.related).toEqual(['data-page']);
    expect(limits[0]?.operations).toEqual(['data-page']);
  });

  it('replaces the operationId in code spans of texts, and in no other text', async () => {
    const text = withSlug.replace('Mind the gap.', '"See `data-get` or data-get, `data-get-x`."');
    const { operations, raw } = await parseDocument(text, file);
    expect(operations[0]?.traps).toEqual(['See `data-page` or data-get, `data-get-x`.']);
    expect(JSON.stringify(raw)).toContain('See `data-get` or');
  });

  it('is unique', async () => {
    const text = edited(
      'operationId: data-get\n',
      'operationId: data-get\n      x-slug: node-create\n',
    );
    expect((await errorOf(text)).reason).toBe('the slug "node-create" is a duplicate');
  });
});
