import { describe, expect, it } from 'vitest';
import { fieldAnchor, flattenFields, schemaFields } from '../src/index.ts';
import { readSpecification } from './support/document.ts';

describe('fieldAnchor', () => {
  it.each([
    ['node_name', 'request-node_name'],
    ['policy.allow', 'request-policy.allow'],
    ['data[].node_id', 'request-data.node_id'],
    ['a-b', 'request-a-b'],
    ['data.{node id}.value', 'request-data.node-id.value'],
    ['größe', 'request-gr-e'],
  ])('of %s is %s', (path, anchor) => {
    expect(fieldAnchor('request', path)).toBe(anchor);
  });
});

describe.each(['platform', 'device'] as const)('fields of the %s document', async (name) => {
  const { operations } = await readSpecification(name);

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: anchors are unique and safe in URLs',
    (_id, { request, responses }) => {
      const bodies = [
        ['request', request] as const,
        ...responses.map((response) => [`response-${response.status}`, response] as const),
      ];
      const anchors = bodies.flatMap(([part, { schema }]) =>
        flattenFields(schemaFields(schema)).map(({ path }) => fieldAnchor(part, path)),
      );
      expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
      expect(anchors.filter((anchor) => !/^[a-z][A-Za-z0-9_.-]+$/.test(anchor))).toEqual([]);
    },
  );
});
