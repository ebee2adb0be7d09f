import {
  bodyViolation,
  flattenFields,
  schemaFields,
  type JsonValue,
  type Operation,
  type Schema,
} from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../../../content/api-reference/documents';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import { ownExamples } from '../../requests/example-kinds';

const values = {
  nodeId: '11111111-1111-4111-8111-111111111111',
  deviceId: '22222222-2222-4222-8222-222222222222',
  tokenId: 'READERTOKENID00000000000',
  connectionKey: 'secret-connection-key',
  apiKey: 'secret-api-key',
  tokenSecret: 'secret-token-secret',
};
const ownIds = ownExamples(values);

/** Names of fields with such ids in the reference, independent of `x-value`. */
const expectedBy: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)node_?ids?$/i, values.nodeId],
  [/(?:^|\.)nodes$/, values.nodeId],
  [/(?:^|\.)(?:device_?id|preauth_id)$/i, values.deviceId],
  [/(?:^|\.)token_?id$/i, values.tokenId],
];

const apis = await Promise.all([readApi('platform'), readApi('device')]);
const operations = apis.flatMap(({ document }) => document.operations);
const documented = operations.map((operation) => [operation.id, operation] as const);

function bodyOf(id: string): Operation['request'] {
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation.request;
}

/** The value at the path of a field. Paths through arrays of objects are not supported: no such id has one. */
function at(body: JsonValue, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>(
      (value, name) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? value[name]
          : undefined,
      body,
    );
}

/** Fields of the request that contain an id of the reader, with that id. */
function idFields({ request }: Operation): (readonly [path: string, id: string])[] {
  return flattenFields(schemaFields(request.schema)).flatMap(({ path }) => {
    const id = expectedBy.find(([name]) => name.test(path))?.[1];
    return id === undefined ? [] : [[path, id] as const];
  });
}

describe.each(documented)('the examples of %s', (_id, operation) => {
  const { schema, example, examples } = operation.request;
  const bodies = [example, ...examples.map(({ value }) => value)];

  it('are valid with the ids of a reader', () => {
    for (const body of bodies) {
      expect(bodyViolation(schema, bodyWithValues(schema, body, ownIds))).toBeUndefined();
    }
  });

  it("contain the reader's ids", () => {
    for (const body of bodies) {
      const own = bodyWithValues(schema, body, ownIds);
      for (const [path, id] of idFields(operation)) {
        const before = at(body, path);
        if (before === undefined) continue;
        expect([path, at(own, path)]).toEqual([path, Array.isArray(before) ? [id] : id]);
      }
    }
  });

  it('are unchanged without values, and contain no secrets with them', () => {
    for (const body of bodies) {
      const before = structuredClone(body);
      expect(bodyWithValues(schema, body, {})).toEqual(body);
      expect(JSON.stringify(bodyWithValues(schema, body, ownIds))).not.toContain('secret-');
      expect(body).toEqual(before);
    }
  });
});

describe('the documents', () => {
  it('have such ids in these operations', () => {
    const found = documented.filter(([, operation]) => idFields(operation).length > 0);
    expect(documented).toHaveLength(52);
    expect(found.map(([id]) => id).sort()).toEqual(
      `access-token-create access-token-revoke binddevice command-list commands-send data-get-data
      logs-getlogs node-authorize node-create node-delete node-details node-get-connection-key
      node-update post-aggregates-variable-by-time variables-latest variables-snapshot`.split(
        /\s+/,
      ),
    );
  });

  it('have every such id in the default example of its operation', () => {
    const absent = operations.flatMap((operation) =>
      idFields(operation)
        .filter(([path]) => at(operation.request.example, path) === undefined)
        .map(([path]) => `${operation.id} ${path}`),
    );
    expect(absent).toEqual([]);
  });

  it('name the namespace of a node by its id', () => {
    const scoped = operations.flatMap(({ id, request: { schema, examples } }) =>
      examples.flatMap(({ value }) => {
        const own = bodyWithValues(schema, value, ownIds);
        return ['namespace', 'filter.namespace']
          .map((path) => [
            at(value, `${path}.scope`),
            at(own, `${path}.id`),
            at(value, `${path}.id`),
          ])
          .filter(([scope, , before]) => scope !== undefined && before !== undefined)
          .map(([scope, now, before]) => ({ id, scope, now, before }));
      }),
    );
    const expected = scoped.map(({ scope, before }) => (scope === 'node' ? values.nodeId : before));
    expect(scoped.map(({ now }) => now)).toEqual(expected);
    expect(new Set(scoped.map(({ scope }) => scope))).toEqual(new Set(['node', 'global', 'self']));
  });
});

describe('an id that is not an example', () => {
  const schema: Schema = {
    properties: {
      nodeid: { type: 'string', 'x-value': 'node id', examples: ['n1'] },
      nodes: {
        type: 'array',
        items: { allOf: [{ type: 'string', 'x-value': 'node id', examples: ['n1'] }] },
      },
    },
  };

  it('is unchanged', () => {
    const body = { nodeid: 'mine', nodes: ['mine', 'other'], more: ['n1'] };
    expect(bodyWithValues(schema, body, ownIds)).toEqual(body);
  });

  it('follows the example next to it in a list', () => {
    expect(bodyWithValues(schema, { nodes: ['n1', 'n2'] }, { 'node id': 'mine' })).toEqual({
      nodes: ['mine'],
    });
  });
});

describe('a timestamp', () => {
  const now = Date.UTC(2027, 0, 2, 3, 4, 5);
  const { schema, example } = bodyOf('post-aggregates-variable-by-time');

  it('follows the time of the request, in the unit of its field', () => {
    const seconds = Math.floor(now / 1000);
    expect(bodyWithValues(schema, example, {}, now)).toMatchObject({
      from: seconds - 7200,
      to: seconds,
    });
    const command = bodyOf('commands-send');
    expect(bodyWithValues(command.schema, command.example, {}, now)).toMatchObject({
      expiry: now + 3_600_000,
    });
  });

  it('is unchanged when the reader chose it, and without a reference time', () => {
    const body = { ...(example as object), from: 1_700_000_000 };
    expect(bodyWithValues(schema, body, {}, now)).toMatchObject({ from: 1_700_000_000 });
    expect(bodyWithValues(schema, example, {})).toEqual(example);
  });

  it.each(documented)('of %s is valid', (_id, { request }) => {
    for (const { value } of request.examples) {
      expect(bodyViolation(request.schema, bodyWithValues(request.schema, value, {}, now))).toBe(
        undefined,
      );
    }
  });

  it('is marked in every request that has one in its example', () => {
    const left = operations.filter(({ request }) => {
      const body = JSON.stringify(bodyWithValues(request.schema, request.example, {}, now));
      return /\b17[67]\d{7}(?:000)?\b/.test(body);
    });
    expect(left.map(({ id }) => id)).toEqual([]);
  });
});
