import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { nodesHandlers } from '../../../src/core/nodes.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const unknown = '019f0000-0000-7000-8000-00000000ffff';

describe('child nodes', () => {
  let sandbox: TestSandbox;
  let parentId = '';
  let children: string[] = [];
  const request = (name: string, body: JsonObject) =>
    sandbox.request('p', `platform/node-child-${name}`, { parentId, ...body });
  const add = (...childNodes: { nodeId: string; alias: string }[]) =>
    request('add', { childNodes });
  const aliases = async () => {
    const { data } = await request('list', {});
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
    expect(await request('list', { limit: 1, offset: 1 })).toEqual({
      totalCount: 2,
      count: 1,
      next: 2,
      data: [{ childId: child(0), alias: 'b', createdAt: sandbox.now }],
    });
    await request('remove', { childNode: child(0) });
    expect(await aliases()).toEqual(['a']);
    await request('clear', {});
    expect(await aliases()).toEqual([]);
  });

  it('are rejected if one breaks a rule, and then none is added', async () => {
    await add({ nodeId: child(0), alias: 'a' });
    const rejected = (...list: { nodeId: string; alias: string }[]) =>
      rejectionReason(add(...list));
    const twice = { nodeId: child(1), alias: 'b' };
    expect(await rejected(twice, { ...twice, alias: 'c' })).toBe('node::uniquechildviolation');
    expect(await rejected(twice, { nodeId: child(2), alias: 'b' })).toBe(
      'node::uniquealiasviolation',
    );
    expect(await rejected({ nodeId: child(1), alias: 'a' })).toBe('node::uniquealiasviolation');
    expect(await rejected(twice, { nodeId: child(0), alias: 'd' })).toBe('node::childexists');
    expect(await rejected({ nodeId: unknown, alias: 'b' })).toBe('node::invalidchildid');
    expect(await rejected({ nodeId: parentId, alias: 'b' })).toBe('node::invalidchildid');
    expect(await rejectionReason(request('remove', { childNode: child(1) }))).toBe(
      'node::childnotfound',
    );
    expect(await aliases()).toEqual(['a']);
  });

  it.each(['add', 'list', 'remove', 'clear'])('%s rejects an unknown parent', async (name) => {
    const body = { parentId: unknown, childNodes: [], childNode: child(0) };
    expect(await rejectionReason(request(name, body))).toBe('node::invalidparentid');
  });

  it('go with a node that is deleted', async () => {
    await sandbox.request('p', 'platform/node-delete', { nodeid: child(0) });
    expect(await aliases()).toEqual([]);
  });
});
