import { schemaFields, type Operation, type Schema } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { callPage } from '../../../plugins/api-reference/call-page';
import { readApi } from '../../../plugins/api-reference/documents';
import { inlineCode } from '../../../plugins/api-reference/markdown';

const titles = new Map(
  (['device', 'platform'] as const)
    .flatMap((api) => readApi(api).document.operations)
    .map(({ id, title }) => [id, title] as const),
);

/** A schema without one of its own properties, wherever among its parts it is declared. */
function without(schema: Schema, name: string): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => key !== name);
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.allOf && { allOf: schema.allOf.map((part) => without(part, name)) }),
  };
}

const topLevel = (schema: Schema) =>
  schemaFields(schema)
    .map((field) => field.path)
    .filter((path) => !/[.[]/.test(path));

describe.each(['device', 'platform'] as const)('pages of the %s API', (api) => {
  const { place, document } = readApi(api);
  const cases = document.operations.map((operation) => [operation.id, operation] as const);

  it.each(cases)('%s names every field', (_id, operation) => {
    const page = callPage(place, operation, titles);
    const fields = [operation.requestSchema, operation.responseSchema].flatMap((schema) =>
      schemaFields(schema),
    );
    const missing = fields.filter((field) => !page.includes(`| ${inlineCode(field.path)} |`));
    expect(missing).toEqual([]);
  });

  it.each(cases)('%s changes when a field goes', (_id, operation) => {
    const page = callPage(place, operation, titles);
    for (const part of ['requestSchema', 'responseSchema'] as const) {
      for (const name of topLevel(operation[part])) {
        const changed = { ...operation, [part]: without(operation[part], name) };
        expect(callPage(place, changed, titles), `${part}.${name}`).not.toBe(page);
      }
    }
  });

  it.each(cases)('%s has tables whose rows are as wide as their heads', (_id, operation) => {
    const rows = callPage(place, operation, titles)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const widths = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(widths).size).toBeLessThanOrEqual(1);
  });
});

describe('callPage', () => {
  const { place, document } = readApi('device');
  const operation = document.operations.find((candidate) => candidate.mqtt);
  if (!operation) throw new Error('no call of the device document has an MQTT form');
  const page = callPage(place, operation, titles);

  it.each<[string, Partial<Operation>]>([
    ['title', { title: 'Another title' }],
    ['description', { description: 'Another description.' }],
    ['method', { method: 'PUT' }],
    ['url', { url: 'https://example.org/' }],
    ['security', { security: ['apiKey'] }],
    ['requestExample', { requestExample: { another: 1 } }],
    ['responseExample', { responseExample: { another: 1 } }],
    ['mqtt', { mqtt: undefined }],
    ['provisional', { provisional: 'Another reason.' }],
    ['guide', { guide: '/another-guide/' }],
    ['related', { related: ['check'] }],
  ])('tells %s', (_part, change) => {
    expect(callPage(place, { ...operation, ...change }, titles)).not.toBe(page);
  });

  it('escapes pipes of descriptions', () => {
    const property: Schema = { type: 'string', description: 'either a | b', enum: ['x|y'] };
    const requestSchema: Schema = { type: 'object', properties: { choice: property } };
    const row = callPage(place, { ...operation, requestSchema }, titles)
      .split('\n')
      .find((line) => line.startsWith('| `choice`'));
    expect(row).toBe('| `choice` | string | no | either a \\| b _Allowed: one of `x\\|y`._ |');
  });
});

describe('a related call that does not exist', () => {
  const { place, document } = readApi('device');

  it('stops the build with both names', () => {
    const [operation] = document.operations;
    if (!operation) throw new Error('the document has no call');
    const broken = { ...operation, related: ['no-such-call'] };
    expect(() => callPage(place, broken, titles)).toThrow(
      `x-related of "${operation.id}" names the unknown call "no-such-call"`,
    );
  });
});
