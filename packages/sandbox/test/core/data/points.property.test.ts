import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../../../src/core/context.ts';
import { DataBench, deviceOf, type Submitted } from '../../support/data-bench.ts';
import { runs } from '../../support/runs.ts';

/** Variables with their types; both projects have all of them, so that a leak between them would show. */
const types = { alpha: 'float', Alpha: 'status', place: 'geo' } as const;
type Name = keyof typeof types;
const names = Object.keys(types) as Name[];

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const values: Record<Name, fc.Arbitrary<JsonValue>> = {
  alpha: number,
  Alpha: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  place: fc.record({ lat: number, long: number }, { noNullPrototype: true }),
};

const point = fc.constantFrom(...names).chain((variable) =>
  fc.record(
    {
      variable: fc.constant(variable),
      value: values[variable],
      // Few times, so that points collide; 0 is the time of the server.
      timestamp: fc.integer({ min: 0, max: 9000 }).map((value) => value - (value % 250)),
    },
    { noNullPrototype: true },
  ),
);

const submission = fc.record({
  project: fc.constantFrom('p', 'q'),
  node: fc.integer({ min: 0, max: 1 }),
  data: fc.array(point, { minLength: 1, maxLength: 12 }),
});

/** Acknowledged values by project, node, variable and time. */
class Model {
  private readonly points = new Map<string, Submitted>();

  add(project: string, node: string, data: readonly Submitted[], now: number): void {
    for (const entry of data) {
      const timestamp = entry.timestamp === 0 ? now : entry.timestamp;
      const key = JSON.stringify([project, node, entry.variable, timestamp]);
      this.points.set(key, { ...entry, project, node, timestamp });
    }
  }

  /** Points in the order of time, then of nodes. */
  read(project: string, nodes: readonly string[], variable: string): Submitted[] {
    return [...this.points.values()]
      .filter((entry) => entry.project === project && entry.variable === variable)
      .filter((entry) => nodes.includes(entry.node as string))
      .sort(
        (a, b) => a.timestamp - b.timestamp || ((a.node as string) < (b.node as string) ? -1 : 1),
      );
  }
}

const returnedPoint = ({ timestamp, value }: Submitted) => ({
  timestamp: Math.floor(timestamp / 1000),
  value,
});

function byNode(points: readonly Submitted[]): Record<string, JsonValue[]> {
  const data: Record<string, JsonValue[]> = {};
  for (const entry of points)
    (data[entry.node as string] ??= []).push(returnedPoint(entry) as JsonValue);
  return data;
}

interface Setting {
  readonly bench: DataBench;
  readonly nodes: Readonly<Record<string, string[]>>;
  readonly model: Model;
}

async function open(): Promise<Setting> {
  const bench = await DataBench.open();
  const { sandbox } = bench;
  await sandbox.project('q');
  const nodes = {
    p: [bench.node, await sandbox.node('p')],
    q: [await sandbox.node('q'), await sandbox.node('q')],
  };
  for (const project of ['p', 'q']) {
    for (const variable of names) {
      const body = { name: variable, variable, type: types[variable] };
      await sandbox.request(project, 'platform/variable-create', body);
    }
  }
  return { bench, nodes, model: new Model() };
}

async function submitAll(setting: Setting, list: readonly SubmissionOf[]): Promise<void> {
  const { bench, nodes, model } = setting;
  for (const { project, node, data } of list) {
    const nodeId = nodes[project]?.[node] ?? '';
    bench.sandbox.now += 1;
    const points = data as Submitted[];
    await bench.sandbox.request(project, 'device/submitdata', { data: points }, deviceOf(nodeId));
    model.add(project, nodeId, points, bench.sandbox.now);
  }
}

type SubmissionOf = typeof submission extends fc.Arbitrary<infer T> ? T : never;

/** Runs a check against the state that a sequence of submissions leads to. */
async function afterSubmissions(
  list: readonly SubmissionOf[],
  check: (setting: Setting, ask: Ask) => Promise<void>,
): Promise<void> {
  const setting = await open();
  try {
    await submitAll(setting, list);
    const ask: Ask = (project, operation, body) =>
      setting.bench.sandbox.request(project, `platform/${operation}`, body);
    await check(setting, ask);
  } finally {
    await setting.bench.sandbox.close();
  }
}

type Ask = (project: string, operation: string, body: JsonObject) => Promise<JsonObject>;

const submissions = fc.array(submission, { maxLength: 12 });

it('returns every acknowledged point, and none of the other project', async () => {
  await fc.assert(
    fc.asyncProperty(submissions, (list) =>
      afterSubmissions(list, async ({ nodes, model, bench }, ask) => {
        for (const [project, ids] of Object.entries(nodes)) {
          for (const variable of names) {
            const range = { from: 0, to: Math.ceil(bench.sandbox.now / 1000), order: 'asc' };
            const expected = model.read(project, ids, variable);
            const body = { variable, nodes: ids, ...range };
            const { count, data } = await ask(project, 'data-get-data', body);
            expect(data).toEqual(byNode(expected));
            expect(count).toBe(expected.length);
          }
        }
      }),
    ),
    { numRuns: runs(25) },
  );
});

it('reads ranges, orders and limits as a list would', async () => {
  const second = fc.integer({ min: 0, max: 10 });
  const query = fc.record({
    from: second,
    length: second,
    limit: fc.integer({ min: 0, max: 8 }),
    order: fc.constantFrom('asc', 'desc'),
    variable: fc.constantFrom(...names),
  });
  await fc.assert(
    fc.asyncProperty(submissions, fc.array(query, { minLength: 8 }), (list, queries) =>
      afterSubmissions(list, async ({ nodes, model }, ask) => {
        const ids = nodes.p ?? [];
        for (const { from, length, limit, order, variable } of queries) {
          const to = from + length;
          const inside = model
            .read('p', ids, variable)
            .filter(({ timestamp }) => timestamp >= from * 1000 && timestamp < (to + 1) * 1000);
          if (order === 'desc') inside.reverse();
          const expected = limit === 0 ? inside : inside.slice(0, limit);
          const body = { variable, nodes: ids, from, to, limit, order };
          expect(await ask('p', 'data-get-data', body)).toMatchObject({
            count: expected.length,
            startTime: from,
            endTime: to,
          });
          expect((await ask('p', 'data-get-data', body)).data).toEqual(byNode(expected));
        }
      }),
    ),
    { numRuns: runs(20) },
  );
});

it('uses the last point up to a time for a snapshot, and the last of all for the latest', async () => {
  const time = fc.integer({ min: 0, max: 12 });
  await fc.assert(
    fc.asyncProperty(submissions, time, (list, timestamp) =>
      afterSubmissions(list, async ({ nodes, model }, ask) => {
        const ids = nodes.p ?? [];
        const newest = (variable: string, until: number) =>
          Object.fromEntries(
            ids.flatMap((id) => {
              const last = model
                .read('p', [id], variable)
                .filter((entry) => entry.timestamp <= until)
                .at(-1);
              return last ? [[id, returnedPoint(last)]] : [];
            }),
          );
        for (const variable of names) {
          const body = { variable, nodes: ids };
          const snapshot = await ask('p', 'variables-snapshot', { ...body, timestamp });
          expect(snapshot.data).toEqual(newest(variable, timestamp * 1000 + 999));
          const latest = await ask('p', 'variables-latest', body);
          expect(latest.data).toEqual(newest(variable, Infinity));
        }
      }),
    ),
    { numRuns: runs(20) },
  );
});
