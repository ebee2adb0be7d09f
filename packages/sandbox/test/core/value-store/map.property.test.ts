import fc from 'fast-check';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { valueStoreHandlers } from '../../../src/core/value-store/index.ts';
import { deviceOf } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';
import { runs } from '../../support/runs.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const entry = fc.oneof(
  fc.record({ type: fc.constant('float'), value: fc.integer() }),
  fc.record({ type: fc.constant('boolean'), value: fc.boolean() }),
  fc.record({ type: fc.constant('string'), value: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('binary'), value: fc.base64String() }),
);

const step = fc.record({
  project: fc.constantFrom('p', 'q'),
  side: fc.constantFrom('platform', 'device'),
  // 0 and 1 are nodes, 2 and 3 are global namespaces.
  place: fc.integer({ min: 0, max: 3 }),
  key: fc.constantFrom('a', 'A', '', 'ü', 'key with spaces'),
  action: fc.constantFrom('set', 'set', 'get', 'delete'),
  entry,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The value store as a map from project, place and key to an entry with its times. */
class Model {
  readonly values = new Map<string, JsonObject>();

  static name({ project, place, key }: Step): string {
    return JSON.stringify([project, place, key]);
  }

  set(name: string, { type, value }: { type: string; value: JsonValue }, seconds: number): void {
    const created = this.values.get(name)?.created ?? seconds;
    this.values.set(name, { type, value, created, modified: seconds });
  }
}

async function open() {
  const sandbox = await TestSandbox.open(valueStoreHandlers);
  const places: Record<string, JsonObject[]> = {};
  for (const project of ['p', 'q']) {
    await sandbox.project(project);
    places[project] = [
      { scope: 'node', id: await sandbox.node(project) },
      { scope: 'node', id: await sandbox.node(project) },
      { scope: 'global', id: 'a' },
      { scope: 'global', id: 'b' },
    ];
  }
  return { sandbox, places };
}

const operations = {
  platform: { set: 'create-value', get: 'get-value', delete: 'delete' },
  device: { set: 'set-value', get: 'get-value', delete: 'delete' },
} as const;

it('is a map for each project, whichever side writes and reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { sandbox, places } = await open();
      const model = new Model();
      for (const drawn of steps) {
        sandbox.now += 700;
        const { project, key, action } = drawn;
        const namespace = places[project]?.[drawn.place] ?? {};
        const isOwn = namespace.scope === 'node';
        // A device writes in its own namespace alone.
        const side = isOwn || action === 'get' ? drawn.side : 'platform';
        const principal = deviceOf((isOwn ? namespace.id : places[project]?.[0]?.id) as string);
        const operation = `${side}/valuestore-${operations[side][action as 'set']}`;
        const seen = side === 'device' && isOwn ? { scope: 'self', id: '' } : namespace;
        const body = {
          key,
          namespace: seen,
          ...(action === 'set' ? (drawn.entry as JsonObject) : {}),
        };
        const request = sandbox.request(
          project,
          operation,
          body,
          side === 'device' ? principal : undefined,
        );
        const name = Model.name(drawn);
        if (action === 'set') {
          await request;
          model.set(name, drawn.entry, Math.floor(sandbox.now / 1000));
        } else if (!model.values.has(name)) {
          expect(await rejection(request)).toBe('404 vs::keynotfound');
        } else if (action === 'delete') {
          await request;
          model.values.delete(name);
        } else {
          const { created, ...value } = model.values.get(name) ?? {};
          const times = side === 'platform' ? { created: created ?? null } : {};
          expect(await request).toMatchObject({ ...value, ...times, key, namespace: seen });
        }
      }
      for (const project of ['p', 'q']) {
        let total = 0;
        for (const scope of ['node', 'global']) {
          const scan = { filter: { namespace: { scope } }, orderby: 'created' };
          const response = await sandbox.request(project, 'platform/valuestore-scan', scan);
          total += response.totalCount as number;
        }
        const held = [...model.values.keys()].filter((name) => name.startsWith(`["${project}"`));
        expect(total).toBe(held.length);
      }
      await sandbox.close();
    }),
    { numRuns: runs(40) },
  );
});
