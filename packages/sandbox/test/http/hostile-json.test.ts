import { describe, expect, it } from 'vitest';
import { documentedOperations } from '../support/documented-operations.ts';
import { sendHostile } from '../support/hostile-bodies.ts';
import { bearer } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

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
];

describe('hostile JSON', () => {
  const harness = useHttpSandbox();

  it.each(operations)('is rejected by $id where it is too deep', async (entry) => {
    for (const deep of tooDeep) {
      for (const { status, body } of await sendHostile(entry, deep, harness)) {
        expect([status, body.error]).toEqual([
          400,
          'The body has more than 32 levels of objects and arrays.',
        ]);
      }
    }
  });

  it.each(operations)('of other kinds does not break $id', async (entry) => {
    for (const each of hostile) {
      for (const { status, sent } of await sendHostile(entry, each, harness)) {
        expect(status, sent.slice(0, 200)).toBeLessThan(500);
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
