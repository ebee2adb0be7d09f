import { allLanguages, sampleRequest } from '@anedya-docs/code-samples';
import { flattenFields, schemaFields } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { linesOfFields } from './field-lines';
import { apis, operationOf } from '../../../content/api-reference/test-support';

const [platform] = apis.filter(({ config }) => config.name === 'platform');
if (!platform) throw new Error('no platform API');
const operation = operationOf(platform, 'post-aggregates-variable-by-time');
const fields = flattenFields(schemaFields(operation.request.schema)).map(({ path }) => path);
const { config } = operation.request.example as { config: object };

// Go writes a body with times on one line.
describe.each(allLanguages.filter(({ id }) => id !== 'go'))('in $label', ({ render }) => {
  const source = render(sampleRequest(operation));
  const lines = source.split('\n');
  const found = linesOfFields(source, fields);

  it.each([
    'variable',
    'from',
    'config',
    'config.aggregation',
    ...Object.keys(config).map((key) => `config.${key}`),
  ])('finds the line of %s', (path) => {
    expect(lines[found.get(path) ?? -1]).toMatch(
      new RegExp(`^[\\s"]*[\\\\"']*${path.split('.').at(-1)}\\b`),
    );
  });
});

it('tells fields with one name apart by their objects', () => {
  const source =
    '{\n  "limit": 1,\n  "filter": {\n    "limit": 2\n  },\n  "data": [\n    {\n      "limit": 3\n    }\n  ]\n}';
  const found = linesOfFields(source, ['limit', 'filter', 'filter.limit', 'data', 'data[].limit']);
  expect([...found]).toEqual([
    ['limit', 1],
    ['filter', 2],
    ['filter.limit', 3],
    ['data', 5],
    ['data[].limit', 7],
  ]);
});

it('ignores a variable of the program with the name of a field', () => {
  const source = 'data = load()\nbody = {\n    "data": [],\n    "reqId": "1",\n}';
  expect(linesOfFields(source, ['data', 'reqId']).get('data')).toBe(2);
});
