import { flattenFields, schemaFields } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { limitsTable, unitsTable } from './overview-pages';
import { apis, operationOf, withoutProperty } from './test-support';

describe.each(apis.map((api) => [api.config.name, api] as const))(
  'fields of the %s API',
  (_name, api) => {
    const { config, document } = api;
    const fields = document.operations.flatMap(({ request, responses }) =>
      [
        request.schema,
        ...responses.filter(({ status }) => status === '200').map(({ schema }) => schema),
      ].flatMap((schema) => flattenFields(schemaFields(schema))),
    );

    it('are in the table of units if they have a unit', () => {
      const units = unitsTable(config, document);
      for (const { path, schema } of fields) {
        const { 'x-unit': unit, 'x-provisional': reason } = schema;
        const mark = reason === undefined ? '' : ' (unconfirmed)';
        if (unit !== undefined) expect(units).toContain(`| \`${path}\` | ${unit}${mark} |`);
      }
      expect(units).toContain('seconds');
    });

    it('are in the table of limits if they have a limit', () => {
      const table = limitsTable(config, document);
      for (const { path, schema } of fields) {
        if (schema.maxLength !== undefined || schema.maxItems !== undefined) {
          expect(table).toContain(`| \`${path}\` |`);
        }
      }
    });

    it('contain each field once', () => {
      const rows = unitsTable(config, document).split('\n');
      expect(new Set(rows).size).toBe(rows.length);
    });
  },
);

it('a removed field is not in the tables', () => {
  const api = apis.find(({ config }) => config.name === 'platform');
  if (!api) throw new Error('no platform API');
  const { config, document } = api;
  const operation = operationOf(api, 'access-token-create');
  const schema = withoutProperty(operation.request.schema, 'ttlSec');
  const changed = { ...operation, request: { ...operation.request, schema } };
  const operations = document.operations.map((other) => (other === operation ? changed : other));
  const link = '[Create an access token](/platform-api/access-token-create/#request-ttlSec)';
  expect(unitsTable(config, document)).toContain(link);
  expect(unitsTable(config, { ...document, operations })).not.toContain('ttlSec');
});
