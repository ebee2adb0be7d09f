import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, optionsOf } from '@anedya-docs/openapi-model/fields';
import { afterAll, describe, expect, it } from 'vitest';
import { documentedOperations } from '../support/documented-operations.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

type Path = readonly (string | number)[];

/** A constraint of a document, and a value of its field that breaks it. */
interface Rule {
  readonly path: Path;
  readonly keyword: string;
  readonly value: JsonValue;
}

/** A value that a pattern rejects. */
const outsidePattern = (pattern: string) =>
  ['', ' ', '/', 'ü', 'x'.repeat(300)].find((text) => !new RegExp(pattern, 'u').test(text));

/** The constraints of one value, with values that break them. */
function constraintsOf(
  schema: Schema,
): (readonly [keyword: string, value: JsonValue | undefined])[] {
  const { enum: list, const: only, format, items, minimum, maximum, pattern } = schema;
  const { exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema;
  const some = schema.examples?.[0] ?? items?.examples?.[0] ?? 'x';
  return [
    ['enum', list && 'no-such-value'],
    ['const', only === undefined ? undefined : 'no-such-value'],
    ['format', format === 'uuid' ? '019f' : undefined],
    ['pattern', pattern === undefined ? undefined : outsidePattern(pattern)],
    ['minLength', minLength ? 'x'.repeat(minLength - 1) : undefined],
    ['maxLength', maxLength === undefined ? undefined : 'x'.repeat(maxLength + 1)],
    ['minimum', minimum === undefined ? undefined : minimum - 1],
    ['maximum', maximum === undefined ? undefined : maximum + 1],
    ['exclusiveMinimum', exclusiveMinimum],
    ['exclusiveMaximum', exclusiveMaximum],
    ['minItems', minItems ? [] : undefined],
    ['maxItems', maxItems === undefined ? undefined : Array<JsonValue>(maxItems + 1).fill(some)],
  ];
}

/** The constraints of a request body. Alternatives are left out: a value can break one of them and be another. */
function rulesOf(given: Schema, path: Path = []): Rule[] {
  const schema = mergeSchema(given);
  const rules = constraintsOf(schema).flatMap(([keyword, value]) =>
    value === undefined ? [] : [{ path, keyword, value }],
  );
  if (optionsOf(given).length > 0) return rules;
  const { properties = {}, items } = schema;
  const inside = Object.entries(properties).flatMap(([name, own]) => rulesOf(own, [...path, name]));
  return [...rules, ...inside, ...(items ? rulesOf(items, [...path, 0]) : [])];
}

/** A copy of a body with another value at a path. Missing parents are created. */
function withValue(body: JsonValue | undefined, path: Path, value: JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withValue(first, rest, value), ...others];
  }
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...fields, [part]: withValue(fields[part], rest, value) };
}

const nameOf = (path: Path) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);

describe('the constraints of the documents', () => {
  const harness = useHttpSandbox();
  const counts = { found: 0, held: 0 };

  it.each(operations)('hold for $id', async ({ api, path, operation }) => {
    const project = await harness.http.createProject();
    const headers =
      api === 'platform' ? bearer(project.apiKey) : deviceKey(project.nodes[0].connectionKey);
    const { schema, example } = operation.request;
    const open: string[] = [];
    for (const { path: field, keyword, value } of rulesOf(schema)) {
      counts.found += 1;
      const body = withValue(example, field, value);
      const reply = await harness.http.send(path, { headers, body });
      const text = JSON.stringify([reply.body.error, reply.headers['x-sandbox-warning']]);
      if (text.includes(`\\"${nameOf(field)}`)) counts.held += 1;
      else open.push(`${nameOf(field)} ${keyword}: ${reply.status} ${text.slice(0, 150)}`);
    }
    expect(open).toEqual([]);
  });

  afterAll(() => {
    console.log(`constraints of requests: ${counts.found} found, ${counts.held} held`);
  });
});
