import type { JsonValue } from '@anedya-docs/openapi-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { DataBench, deviceId, deviceOf, tokenFor, unknownNode } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;
let own: JsonObject;
const shared = { scope: 'global', id: 'MODEL_X_v2' };

beforeEach(async () => {
  bench = await DataBench.open();
  own = { scope: 'node', id: bench.node };
});

afterEach(() => bench.sandbox.close());

function set(namespace: JsonObject, key: string, value: JsonValue, type = 'float') {
  return bench.platform('valuestore-create-value', { namespace, key, value, type });
}

function get(namespace: JsonObject, key: string) {
  return bench.platform('valuestore-get-value', { namespace, key });
}

const seconds = () => bench.sandbox.now / 1000;

describe('a value', () => {
  it('keeps its creation when it is overwritten, and may change its type', async () => {
    const created = seconds();
    expect(await set(own, 'k', 30)).toEqual({});
    bench.sandbox.now += 5000;
    await set(own, 'k', 'eco', 'string');
    expect(await get(own, 'k')).toEqual({
      namespace: own,
      key: 'k',
      value: 'eco',
      type: 'string',
      size: 3,
      created,
      modified: created + 5,
    });
  });

  it.each<[string, JsonValue, number]>([
    ['float', 30.5, 8],
    ['float', 0, 8],
    ['boolean', false, 1],
    ['string', 'ä\0', 3],
    ['string', '', 0],
    ['binary', 'AAEC/w==', 4],
    ['binary', '', 0],
  ])('of type %s comes back as %j with %i bytes', async (type, value, size) => {
    await set(shared, '', value, type);
    expect(await get(shared, '')).toMatchObject({ namespace: shared, value, type, size });
  });

  it.each<[string, JsonValue]>([
    ['float', '30'],
    ['float', true],
    ['boolean', 1],
    ['string', 1],
    ['binary', 'not base64'],
    ['binary', 'AAA'],
    ['binary', 'A==='.repeat(2)],
  ])('of type %s cannot be %j', async (type, value) => {
    expect(await rejection(set(own, 'k', value, type))).toBe('400 vs::invalidtype');
    expect(await rejection(get(own, 'k'))).toBe('404 vs::keynotfound');
  });

  it('has a key of 1000 bytes at most', async () => {
    await set(own, 'k'.repeat(1000), 1);
    const long = 'ä'.repeat(501);
    expect(await rejection(set(own, long, 1))).toBe('400 vs::invalidrequest');
    expect(await rejection(get(own, long))).toBe('404 vs::keynotfound');
  });

  // The vendor's camera example stores session descriptions of several kB (specs/facts/device-api.md, 3.5).
  it('is a text of more than 64 kB, up to a bound', async () => {
    const { text } = limits.values;
    expect(text).toBeGreaterThanOrEqual(65_536);
    const long = 'ä'.repeat(text / 2);
    await set(own, 'k', long, 'string');
    expect(await get(own, 'k')).toMatchObject({ value: long, size: text });
    expect(await rejection(set(own, 'k', `${long}a`, 'string'))).toBe('413 vs::invalidrequest');
    await set(own, 'k', 'QUJD'.repeat(text / 4), 'binary');
    const tooLong = 'QUJD'.repeat(text / 4 + 1);
    expect(await rejection(set(own, 'k', tooLong, 'binary'))).toBe('413 vs::invalidrequest');
  });

  it('takes its share of the bytes that a project may hold, and gives it back', async () => {
    const { text, project } = limits.values;
    const long = 'a'.repeat(text);
    for (let held = 0; held < project; held += text) await set(shared, `k${held}`, long, 'string');
    expect(await rejection(set(own, 'k', 1))).toBe('413 sandbox::toomany');
    await set(shared, 'k0', long, 'string');
    await set(shared, 'k0', 'short', 'string');
    await set(own, 'k', 1);
    expect(await rejection(set(shared, 'k0', long, 'string'))).toBe('413 sandbox::toomany');
  });

  it('goes with its node', async () => {
    await set(own, 'k', 1);
    await set(shared, 'k', 1);
    await bench.sandbox.db.deleteFrom('nodes').execute();
    const left = await bench.sandbox.db.selectFrom('value_store').select('scope').execute();
    expect(left).toEqual([{ scope: 'global' }]);
  });
});

describe('namespaces', () => {
  it('are apart from each other', async () => {
    const other = { scope: 'node', id: await bench.sandbox.node('p') };
    await set(own, 'k', 1);
    await set(other, 'k', 2);
    await set(shared, 'k', 3);
    expect(await get(own, 'k')).toMatchObject({ value: 1 });
    expect(await get(other, 'k')).toMatchObject({ value: 2 });
    expect(await get(shared, 'k')).toMatchObject({ value: 3 });
    const global = { scope: 'global', id: bench.node };
    expect(await rejection(get(global, 'k'))).toBe('404 vs::keynotfound');
  });

  it.each<[JsonObject, string]>([
    [{ scope: 'node', id: unknownNode }, '404 vs::invalidns'],
    [{ scope: 'node', id: 'pump' }, '404 vs::invalidns'],
    [{ scope: 'global', id: '' }, '400 vs::invalidns'],
    [{ scope: 'global', id: 'a\0' }, '400 vs::invalidns'],
  ])('cannot be %j', async (namespace, reason) => {
    expect(await rejection(set(namespace, 'k', 1))).toBe(reason);
    expect(await rejection(get(namespace, 'k'))).toBe(reason);
  });

  it('are the same names for other values in another project', async () => {
    const { sandbox } = bench;
    await set(shared, 'k', 1);
    await sandbox.project('q');
    const ask = (operation: string, namespace: JsonObject) =>
      sandbox.request('q', `platform/${operation}`, { namespace, key: 'k' });
    expect(await rejection(ask('valuestore-get-value', shared))).toBe('404 vs::keynotfound');
    expect(await rejection(ask('valuestore-delete', shared))).toBe('404 vs::keynotfound');
    expect(await rejection(ask('valuestore-get-value', own))).toBe('404 vs::invalidns');
  });
});

describe('valuestore-delete', () => {
  const remove = (namespace: JsonObject, key: string) =>
    bench.platform('valuestore-delete', { namespace, key });

  it('deletes once, in the scope of its creation only', async () => {
    await set(shared, 'k', 1);
    expect(await rejection(remove(own, 'k'))).toBe('404 vs::keynotfound');
    expect(await remove(shared, 'k')).toEqual({});
    expect(await rejection(remove(shared, 'k'))).toBe('404 vs::keynotfound');
    const unknown = { scope: 'node', id: unknownNode };
    expect(await rejection(remove(unknown, 'k'))).toBe('404 vs::keynotfound');
  });
});

describe('the device', () => {
  const self = { scope: 'self', id: '' };
  const read = (namespace: JsonObject, key: string) =>
    bench.device('valuestore-get-value', { namespace, key });

  it('shares the namespace of its node with the platform', async () => {
    await set(own, 'k', 30);
    const value = { namespace: self, key: 'k', value: 30, type: 'float', modified: seconds() };
    expect(await read(self, 'k')).toEqual(value);
    await bench.device('valuestore-set-value', { key: 'mode', value: 'eco', type: 'string' });
    expect(await get(own, 'mode')).toMatchObject({ value: 'eco', size: 3 });
    await bench.device('valuestore-delete', { key: 'k' });
    expect(await rejection(get(own, 'k'))).toBe('404 vs::keynotfound');
    const again = bench.device('valuestore-delete', { key: 'k' });
    expect(await rejection(again)).toBe('404 vs::keynotfound');
  });

  it('reads global namespaces, and none of another node', async () => {
    await set(shared, 'k', 1);
    await set({ scope: 'node', id: await bench.sandbox.node('p') }, 'k', 2);
    expect(await read(shared, 'k')).toMatchObject({ namespace: shared, value: 1 });
    expect(await rejection(read(self, 'k'))).toBe('404 vs::keynotfound');
    expect(await bench.device('valuestore-scan', {})).toMatchObject({ count: 1 });
  });

  it('scans its own keys, then the global ones, page by page', async () => {
    await set(shared, 'z', true, 'boolean');
    await set({ scope: 'global', id: 'A' }, 'z', 1);
    await set(own, 'b', 1);
    await set(own, 'a', 1);
    const places: unknown[] = [];
    for (let offset = 0; offset < 4;) {
      const { keys, next } = await bench.device('valuestore-scan', { limit: 3, offset });
      places.push(...(keys as JsonObject[]).map((entry) => [entry.namespace, entry.key]));
      offset = next as number;
    }
    expect(places).toEqual([
      [self, 'a'],
      [self, 'b'],
      [{ scope: 'global', id: 'A' }, 'z'],
      [shared, 'z'],
    ]);
  });

  it('gets each of its new values, and no other', async () => {
    const { pushed } = bench.sandbox;
    await set(own, 'k', 60);
    await bench.device('valuestore-set-value', { key: 'on', value: true, type: 'boolean' });
    await set(shared, 'k', 1);
    await bench.platform('valuestore-delete', { namespace: own, key: 'k' });
    await rejection(set(own, 'k', 'x'));
    const to = { nodeId: bench.node, deviceId, topic: 'valuestore/updates/json' };
    const common = { namespace: self, modified: seconds() };
    expect(pushed).toEqual([
      { ...to, body: { ...common, key: 'k', type: 'float', value: 60 } },
      { ...to, body: { ...common, key: 'on', type: 'boolean', value: true } },
    ]);
  });

  it('writes values of their type, and texts up to the bound', async () => {
    const write = (value: JsonValue, type: string) =>
      bench.sandbox.request(
        'p',
        'device/valuestore-set-value',
        { key: 'k', value, type },
        deviceOf(bench.node),
      );
    const long = 'a'.repeat(limits.values.text);
    await write(long, 'string');
    expect(await read(self, 'k')).toMatchObject({ value: long });
    expect(await rejection(write(`${long}a`, 'string'))).toBe('413 vs::invalidrequest');
    expect(await rejection(write('30', 'float'))).toBe('400 vs::invalidtype');
  });
});

it('holds as many keys as a project may have, and overwrites when it is full', async () => {
  const rows = Array.from({ length: limits.project.values }, (_, index) => ({
    project_id: 'p',
    scope: 'global',
    namespace: 'n',
    key: `k${index}`,
    node_id: null,
    type: 'float',
    value: '1',
    size: 8,
    created: 0,
    modified: 0,
  }));
  await bench.sandbox.db.insertInto('value_store').values(rows).execute();
  expect(await rejection(set(own, 'k', 1))).toBe('429 sandbox::toomany');
  await set({ scope: 'global', id: 'n' }, 'k0', 2);
});

describe('access tokens', () => {
  const request = (operation: string, namespace: JsonObject, key: string, policy: object) =>
    bench.platform(
      operation,
      {
        namespace,
        key,
        ...(operation === 'valuestore-create-value' ? { value: 2, type: 'float' } : {}),
      },
      tokenFor(policy),
    );

  it.each(['valuestore-get-value', 'valuestore-create-value', 'valuestore-delete'])(
    'reach with %s what their policy names',
    async (operation) => {
      await set(own, 'k', 1);
      await set(shared, 'k', 1);
      const denied = '403 auth::accessdenied';
      const { node } = bench;
      const keys = { vskeys: ['k'] };
      const wrong = { nodes: [unknownNode], vsglobalscopes: ['other'], ...keys };
      expect(await rejection(request(operation, own, 'k', wrong))).toBe(denied);
      expect(await rejection(request(operation, shared, 'k', wrong))).toBe(denied);
      expect(await rejection(request(operation, own, 'k', { nodes: [node] }))).toBe(denied);
      await request(operation, own, 'k', { nodes: [node], ...keys });
      await request(operation, shared, 'k', { vsglobalscopes: ['*'], vskeys: ['*'] });
    },
  );
});
