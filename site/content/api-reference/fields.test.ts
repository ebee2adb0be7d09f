import type { Field, Schema } from '@anedya-docs/openapi-model';
import { expect, it } from 'vitest';
import { facts, fieldList } from './fields';
import { operationOf, apis } from './test-support';
import { schemaFields } from '@anedya-docs/openapi-model';

const field = (schema: Schema): Field => ({
  ...{ name: 'a', path: 'a', type: 'string', required: false, children: [], variants: [] },
  schema,
});

it('names the sources of a field if they differ from those of its operation', () => {
  expect(facts(field({ type: 'string', 'x-evidence': ['docs', 'js-sdk'] }))).toBe(
    'Confirmed by: published docs, JavaScript SDK.',
  );
});

it('separates limits of the sandbox from those of the platform', () => {
  const text = { type: 'string', maxLength: 50, 'x-sandbox': { minLength: 1, maxBytes: 1000 } };
  expect(facts(field(text))).toBe(
    'Allowed: at most 50 characters. In the sandbox: at most 1,000 bytes; at least 1 character.',
  );
  expect(facts(field({ type: 'integer', 'x-sandbox': { minimum: 0 } }))).toBe(
    'In the sandbox: at least 0.',
  );
});

it('describes the entries of an array', () => {
  const entries = { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } };
  expect(facts(field(entries))).toBe('Allowed: at most 2 entries. Each entry: one of `a`, `b`.');
  const ids = { type: 'array', items: { allOf: [{ type: 'string', format: 'uuid' }] } };
  const list = fieldList({ part: 'request' }, [{ ...field(ids), type: 'array of string' }]);
  expect(list).toContain(' type={"array of string · UUID"}');
});

it.each([
  ['access-token-create', 'policy.allow', 'Each entry: one of `'],
  ['command-list', 'filter.status', 'Each entry: one of `pending`'],
  ['variables-latest', 'nodes', 'array of string · UUID'],
])('says what the entries of a list of %s may be: %s', (id, path, text) => {
  const [platform] = apis;
  if (!platform) throw new Error('no platform API');
  const { request } = operationOf(platform, id);
  const list = fieldList({ part: 'request' }, schemaFields(request.schema));
  const start = list.indexOf(` path={"${path}"}`);
  expect(list.slice(start, list.indexOf('</Field>', start))).toContain(text);
});
