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
    '%s: no two share an anchor, and each is safe in addresses',
    (_id, { request, answers }) => {
      const bodies = [
        ['request', request] as const,
        ...answers.map((answer) => [`answer-${answer.status}`, answer] as const),
      ];
      const anchors = bodies.flatMap(([part, { schema }]) =>
        flattenFields(schemaFields(schema)).map(({ path }) => fieldAnchor(part, path)),
      );
      expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
      expect(anchors.filter((anchor) => !/^[a-z][A-Za-z0-9_.-]+$/.test(anchor))).toEqual([]);
    },
  );
});
