import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { nodesHandlers } from '../../../src/core/nodes/index.ts';
import { refusal } from '../../support/refused.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const unknown = '019f0000-0000-7000-8000-00000000ffff';

describe('child nodes', () => {
  let sandbox: TestSandbox;
  let parentId = '';
  let children: string[] = [];
  const call = (name: string, body: JsonObject) =>
    sandbox.call('p', `platform/node-child-${name}`, { parentId, ...body });
  const add = (...childNodes: { nodeId: string; alias: string }[]) => call('add', { childNodes });
  const aliases = async () => {
    const { data } = await call('list', {});
    return (data as { alias: string }[]).map(({ alias }) => alias);
  };

  beforeAll(async () => {
    sandbox = await TestSandbox.open(nodesHandlers);
    await sandbox.project('p');
    parentId = await sandbox.node('p');
    children = [await sandbox.node('p'), await sandbox.node('p'), await sandbox.node('p')];
  });
  afterAll(() => sandbox.close());
  const child = (index: number) => children[index] ?? '';

  it('come under a parent, each with its alias, and leave it', async () => {
    await add({ nodeId: child(0), alias: 'b' }, { nodeId: child(1), alias: 'a' });
    expect(await call('list', { limit: 1, offset: 1 })).toEqual({
      totalCount: 2,
      count: 1,
      next: 2,
      data: [{ childId: child(0), alias: 'b', createdAt: sandbox.now }],
    });
    await call('remove', { childNode: child(0) });
    expect(await aliases()).toEqual(['a']);
    await call('clear', {});
    expect(await aliases()).toEqual([]);
  });

  it('are refused when they break a rule, and then none is added', async () => {
    await add({ nodeId: child(0), alias: 'a' });
    const refused = (...list: { nodeId: string; alias: string }[]) => refusal(add(...list));
    const twice = { nodeId: child(1), alias: 'b' };
    expect(await refused(twice, { ...twice, alias: 'c' })).toBe('node::uniquechildviolation');
    expect(await refused(twice, { nodeId: child(2), alias: 'b' })).toBe(
      'node::uniquealiasviolation',
    );
    expect(await refused({ nodeId: child(1), alias: 'a' })).toBe('node::uniquealiasviolation');
    expect(await refused(twice, { nodeId: child(0), alias: 'd' })).toBe('node::childexists');
    expect(await refused({ nodeId: unknown, alias: 'b' })).toBe('node::invalidchildid');
    expect(await refused({ nodeId: parentId, alias: 'b' })).toBe('node::invalidchildid');
    expect(await refusal(call('remove', { childNode: child(1) }))).toBe('node::childnotfound');
    expect(await aliases()).toEqual(['a']);
  });

  it.each(['add', 'list', 'remove', 'clear'])('%s refuses an unknown parent', async (name) => {
    const body = { parentId: unknown, childNodes: [], childNode: child(0) };
    expect(await refusal(call(name, body))).toBe('node::invalidparentid');
  });

  it('go with a node that is deleted', async () => {
    await sandbox.call('p', 'platform/node-delete', { nodeid: child(0) });
    expect(await aliases()).toEqual([]);
  });
});
