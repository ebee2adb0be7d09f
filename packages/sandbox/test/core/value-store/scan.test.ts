import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal, JsonObject } from '../../../src/core/context.ts';
import { DataBench, tokenFor, unknownNode } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;

/** Keys of global namespaces in the order they are made, a millisecond apart. */
const made = ['B/x', 'A/y', 'A/x', 'C/w'];

beforeEach(async () => {
  bench = await DataBench.open();
  for (const name of made) {
    const [id = '', key = ''] = name.split('/');
    bench.sandbox.now += 1;
    await bench.platform('valuestore-create-value', {
      namespace: { scope: 'global', id },
      key,
      value: 1,
      type: 'float',
    });
  }
});

afterEach(() => bench.sandbox.close());

function scan(
  body: JsonObject,
  namespace: JsonObject = { scope: 'global' },
  principal?: Principal,
) {
  return bench.platform(
    'valuestore-scan',
    { filter: { namespace }, orderby: 'key', ...body },
    principal,
  );
}

async function names(...args: Parameters<typeof scan>): Promise<string[]> {
  const { data } = await scan(...args);
  return (data as { namespace: { id: string }; key: string }[]).map(
    ({ namespace, key }) => `${namespace.id}/${key}`,
  );
}

describe('valuestore-scan', () => {
  // The Go SDK sends an empty id when its caller names no namespace.
  it('lists all namespaces of the scope for an empty id', async () => {
    expect(await names({}, { scope: 'global', id: '' })).toEqual(await names({}));
    expect(await names({}, { scope: 'global', id: '' })).toHaveLength(made.length);
    expect(await scan({}, { scope: 'node', id: '' })).toEqual(await scan({}, { scope: 'node' }));
  });

  it('lists keys with their size and times, without values', async () => {
    const created = Math.floor(bench.sandbox.now / 1000);
    expect(await scan({}, { scope: 'global', id: 'B' })).toEqual({
      count: 1,
      totalCount: 1,
      next: 1,
      data: [
        {
          namespace: { scope: 'global', id: 'B' },
          key: 'x',
          type: 'float',
          size: 8,
          created,
          modified: created,
        },
      ],
    });
  });

  it.each([
    ['namespace', ['A/x', 'A/y', 'B/x', 'C/w']],
    ['key', ['C/w', 'A/x', 'B/x', 'A/y']],
    ['created', made],
  ])('sorts by %s, downwards unless told otherwise', async (orderby, expected) => {
    expect(await names({ orderby, order: 'asc' })).toEqual(expected);
    expect(await names({ orderby })).toEqual([...expected].reverse());
  });

  it('pages by the offset it names', async () => {
    const first = await scan({ limit: 3, order: 'asc' });
    expect(first).toMatchObject({ count: 3, totalCount: 4, next: 3 });
    const second = await scan({ limit: 3, order: 'asc', offset: 3 });
    expect(second).toMatchObject({ count: 1, totalCount: 4, next: 4 });
    expect(second.data).toMatchObject([{ key: 'y' }]);
  });

  it('has nothing of unknown namespaces', async () => {
    expect(await names({}, { scope: 'node', id: unknownNode })).toEqual([]);
    expect(await names({}, { scope: 'node' })).toEqual([]);
    expect(await names({}, { scope: 'global', id: 'a' })).toEqual([]);
    expect(await names({}, { scope: 'global', id: '\0' })).toEqual([]);
  });

  it('shows a token what its policy names', async () => {
    const token = tokenFor({ vsglobalscopes: ['A', 'B'], vskeys: ['x'] });
    expect(await names({ order: 'asc' }, undefined, token)).toEqual(['A/x', 'B/x']);
    expect(await names({}, { scope: 'global', id: 'A' }, token)).toEqual(['A/x']);
    const other = scan({}, { scope: 'global', id: 'C' }, token);
    expect(await rejection(other)).toBe('403 auth::accessdenied');
    expect(await names({}, undefined, tokenFor({ vskeys: ['*'] }))).toEqual([]);
    const all = tokenFor({ vsglobalscopes: ['*'], vskeys: ['*'] });
    expect(await names({}, undefined, all)).toHaveLength(4);
  });

  it('does not show one project the keys of another', async () => {
    await bench.sandbox.project('q');
    const body = { filter: { namespace: { scope: 'global' } }, orderby: 'key' };
    const response = await bench.sandbox.request('q', 'platform/valuestore-scan', body);
    expect(response).toEqual({ count: 0, totalCount: 0, next: 0, data: [] });
  });
});
