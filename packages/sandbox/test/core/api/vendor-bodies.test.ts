import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { type OperationEntry, operationEntries } from '../../../src/core/api/operation-table.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { apiDocuments } from '../../support/api-documents.ts';

const documents = await apiDocuments();
const operations = (['platform', 'device'] as const).flatMap((api) => [
  ...operationEntries(api, documents[api], nodePlatform.validators),
]);
const named = operations.map((entry) => [entry.id, entry] as const);

/** What a user names: keys of maps and objects without described fields. Their letter case is the user's. */
const ownNames = /^(assetMeta|deployementFilter|data)$/;

/** A value with all its field names in another letter case. */
function renamed(value: JsonValue, change: (name: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renamed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isFree = ownNames.test(name) && !Array.isArray(part);
      return [change(name), isFree ? part : renamed(part, change)];
    }),
  );
}

// specs/facts/platform-api.md, 2.1: `nodeId` is sent for `nodeid`, and the case of other names is taken likewise.
describe('a body with field names in another letter case', () => {
  it.each(named)('is that of %s', (_id, { operation, checkBody }) => {
    const { example } = operation.request;
    const upper = renamed(example, (name) => name.toUpperCase());
    const lower = renamed(example, (name) => name.toLowerCase());
    expect(checkBody(upper)).toEqual(checkBody(example));
    expect(checkBody(lower)).toEqual(checkBody(example));
  });
});

// specs/facts/platform-api.md, 2.1: the Go client sends `"order": ""` where its caller gave none.
describe('an empty order', () => {
  const ordered = named.filter(([, { operation }]) => 'order' in fieldsOf(operation));

  it('is there to be tested', () => {
    expect(ordered.length).toBeGreaterThan(5);
  });

  it.each(ordered)('counts as absent in %s', (_id, { operation, checkBody }) => {
    const { order: _, ...example } = operation.request.example as Record<string, JsonValue>;
    expect(checkBody({ ...example, order: '' })).toEqual(example);
    expect(checkBody({ ...example, Order: '' })).toEqual(example);
    expect(() => checkBody({ ...example, order: 'up' })).toThrow('"order"');
  });
});

function fieldsOf({ request }: OperationEntry['operation']) {
  return request.schema.properties ?? {};
}
