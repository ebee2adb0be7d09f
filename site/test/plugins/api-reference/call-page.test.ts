import { schemaFields, type Operation, type Schema } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { callPage } from '../../../plugins/api-reference/call-page';
import { readApi } from '../../../plugins/api-reference/documents';
import { inlineCode } from '../../../plugins/api-reference/markdown';

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
    const page = callPage(place, operation);
    const fields = [operation.requestSchema, operation.responseSchema].flatMap((schema) =>
      schemaFields(schema),
    );
    const missing = fields.filter((field) => !page.includes(`| ${inlineCode(field.path)} |`));
    expect(missing).toEqual([]);
  });

  it.each(cases)('%s changes when a field goes', (_id, operation) => {
    const page = callPage(place, operation);
    for (const part of ['requestSchema', 'responseSchema'] as const) {
      for (const name of topLevel(operation[part])) {
        const changed = { ...operation, [part]: without(operation[part], name) };
        expect(callPage(place, changed), `${part}.${name}`).not.toBe(page);
      }
    }
  });

  it.each(cases)('%s has tables whose rows are as wide as their heads', (_id, operation) => {
    const rows = callPage(place, operation)
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
  const page = callPage(place, operation);

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
    ['related', { related: ['another-call'] }],
  ])('tells %s', (_part, change) => {
    expect(callPage(place, { ...operation, ...change })).not.toBe(page);
  });

  it('escapes pipes of descriptions', () => {
    const property: Schema = { type: 'string', description: 'either a | b', enum: ['x|y'] };
    const requestSchema: Schema = { type: 'object', properties: { choice: property } };
    const row = callPage(place, { ...operation, requestSchema })
      .split('\n')
      .find((line) => line.startsWith('| `choice`'));
    expect(row).toBe('| `choice` | string | no | either a \\| b _Allowed: one of `x\\|y`._ |');
  });
});
