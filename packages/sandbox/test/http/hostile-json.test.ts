import type { JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import { describe, expect, it } from 'vitest';
import {
  documentedOperations,
  type DocumentedOperation,
} from '../support/documented-operations.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

/** Marker of the hostile text until the body is serialized. */
const mark = '\u2603';

/** Copies of a body, each with the marker instead of one of its values. */
function marked(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [mark];
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      marked(item).map((inner) => value.map((other, at) => (at === index ? inner : other))),
    );
    return [mark, ...inside];
  }
  const inside = Object.entries(value).flatMap(([name, part]) =>
    marked(part).map((inner) => ({ ...value, [name]: inner })),
  );
  return [mark, ...inside];
}

const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const list = (length: number, item: (index: number) => string) =>
  Array.from({ length }, (_, index) => item(index)).join();

const tooDeep = [arrays(5000), objects(5000), arrays(100_000)];

const hostile = [
  arrays(20),
  objects(20),
  `[${list(10_000, () => '{}')}]`,
  `{${list(15_000, (index) => `"k${index}":0`)}}`,
  `{${list(10_000, () => '"a":[]')}}`,
  '{"__proto__":{"success":false,"length":9}}',
  '{"constructor":{"prototype":{"a":1}},"toString":1,"valueOf":null,"hasOwnProperty":[]}',
  `"${'ü'.repeat(50_000)}"`,
  '"\\u0000\\ud800"',
  '1e999',
  '9007199254740993',
];

describe('hostile JSON', () => {
  const harness = useHttpSandbox();

  function send({ api, path }: DocumentedOperation, body: string) {
    const { apiKey, nodes } = harness.project;
    const headers = api === 'platform' ? bearer(apiKey) : deviceKey(nodes[0].connectionKey);
    return harness.http.send(path, { headers, body });
  }

  /** Texts of the example with the hostile one in an undescribed field, in all described ones, and instead of it. */
  function textsWith({ operation: { request } }: DocumentedOperation, text: string): string[] {
    const { examples } = harness.project;
    const example = bodyWithValues(request.schema, request.example, examples, harness.http.now);
    const undescribed = { ...(example as Record<string, JsonValue>), undescribed: mark };
    return [undescribed, ...marked(example)].map((body) =>
      JSON.stringify(body).replace(JSON.stringify(mark), () => text),
    );
  }

  it.each(operations)('is rejected by $id where it is too deep', async (entry) => {
    for (const deep of tooDeep) {
      for (const text of textsWith(entry, deep)) {
        const { status, body } = await send(entry, text);
        expect([status, body.error]).toEqual([
          400,
          'The body has more than 32 levels of objects and arrays.',
        ]);
      }
    }
  });

  it.each(operations)('of other kinds does not break $id', async (entry) => {
    for (const each of hostile) {
      for (const text of textsWith(entry, each)) {
        const { status } = await send(entry, text);
        expect(status, text.slice(0, 200)).toBeLessThan(500);
      }
    }
    expect(Object.keys({})).toEqual([]);
    expect(({} as { success?: boolean }).success).toBeUndefined();
  });

  it('with twice the name of a field counts the last one', async () => {
    const { apiKey } = harness.project;
    const body = '{"limit":"a","limit":1,"offset":0,"order":"asc"}';
    const { status } = await harness.http.send('/platform/v1/node/list', {
      headers: bearer(apiKey),
      body,
    });
    expect(status).toBe(200);
  });

  it('that no document describes is not echoed', async () => {
    const { apiKey } = await harness.http.createProject();
    const aggregation = { compute: 'avg' };
    const interval = { measure: 'day', interval: 1 };
    const { body } = await harness.http.platform('/aggregates/variable/byTime', apiKey, {
      ...{ from: 1, to: 2, variable: 'temperature' },
      config: { aggregation, more: [[1]], interval: { ...interval, more: 'a' } },
    });
    expect(body.config).toEqual({ aggregation, interval });
  });
});
