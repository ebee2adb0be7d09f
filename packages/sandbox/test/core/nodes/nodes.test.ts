import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { nodesHandlers } from '../../../src/core/nodes.ts';
import { requestAsDocumented } from '../../support/contract.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const device = '00000000-0000-4000-8000-00000000d001';
const unknown = '019f0000-0000-7000-8000-00000000ffff';

describe('node operations', () => {
  let sandbox: TestSandbox;
  let project = '';
  let count = 0;
  const request = (name: string, body: JsonObject) =>
    requestAsDocumented(sandbox, project, `platform/${name}`, body);
  const create = async (body: JsonObject = {}) =>
    (await request('node-create', { node_name: 'greenhouse-7', ...body })).nodeId as string;
  const details = async (id: string) => {
    const { data } = await request('node-details', { nodes: [id] });
    return (data as Record<string, JsonObject>)[id] ?? {};
  };

  beforeAll(async () => {
    sandbox = await TestSandbox.open(nodesHandlers);
  });
  beforeEach(async () => {
    project = await sandbox.project(`project ${(count += 1)}`);
  });
  afterAll(() => sandbox.close());

  it('creates a node that node-details shows', async () => {
    const tags = [{ key: 'model', value: 'mk1' }];
    const id = await create({ node_desc: 'north bay', tags, preauth_id: device });
    expect(await details(id)).toEqual({
      nodeId: id,
      node_name: 'greenhouse-7',
      node_desc: 'north bay',
      deviceId: device,
      nodeIdentifier: '',
      bindingstatus: false,
      nodebindingkey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      connectionKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      created: '2026-01-01T00:00:00.000000Z',
      modified: '2026-01-01T00:00:00.000000Z',
      suspended: false,
      tags,
    });
  });

  it('keeps device ids in lower case, and gives one to one node alone', async () => {
    const id = await create({ preauth_id: 'urn:uuid:00000000-0000-4000-8000-00000000D0AF' });
    expect((await details(id)).deviceId).toBe('00000000-0000-4000-8000-00000000d0af');
    const again = request('node-create', {
      node_name: 'b',
      preauth_id: '00000000-0000-4000-8000-00000000D0af',
    });
    expect(await rejectionReason(again)).toBe('node::devidexists');
    expect(await request('node-list', { limit: 10 })).toMatchObject({ totalCount: 1 });
  });

  it('lets another project use the same device id', async () => {
    await create({ preauth_id: device });
    project = await sandbox.project('other');
    expect((await details(await create({ preauth_id: device }))).deviceId).toBe(device);
  });

  it('lists ids by age, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      made.push(await create());
      sandbox.now += 1;
    }
    const page = (body: JsonObject) => request('node-list', body);
    expect(await page({ limit: 2, offset: 2 })).toEqual({
      currentCount: 2,
      totalCount: 5,
      offset: 2,
      nodes: made.slice(2, 4),
    });
    expect((await page({ limit: 1000, order: 'desc' })).nodes).toEqual([...made].reverse());
    // A staff client of the vendor sends `order` alone.
    expect((await page({ order: 'desc' })).nodes).toEqual([...made].reverse());
    expect((await page({})).nodes).toEqual(made);
    expect(await page({ limit: 1, offset: 5 })).toMatchObject({ currentCount: 0, nodes: [] });
  });

  it.each([2 ** 53, 1e300])('lists nothing from offset %s on', async (offset) => {
    expect(await rejectionReason(request('node-list', { limit: 1, offset }))).toBe(
      'generic::malformedrequest',
    );
  });

  it('changes name, description and tags, and says when', async () => {
    const id = await create({ tags: [{ key: 'model', value: 'mk1' }] });
    sandbox.now += 1500;
    const updates: JsonObject[] = [
      { type: 'node_name', value: 'first' },
      { type: 'node_name', value: 'second' },
      { type: 'node_desc', value: 'south bay' },
      { type: 'tag', tag: { key: 'model', value: 'mk2' } },
      { type: 'tag', tag: { key: 'floor', value: '1' } },
    ];
    expect(await request('node-update', { nodeid: id.toUpperCase(), updates })).toEqual({});
    const shown = await details(id);
    expect(shown).toMatchObject({
      node_name: 'second',
      node_desc: 'south bay',
      tags: [
        { key: 'floor', value: '1' },
        { key: 'model', value: 'mk2' },
      ],
    });
    expect(Date.parse(shown.modified as string) - Date.parse(shown.created as string)).toBe(1500);
  });

  it('authorizes a device instead of the former one', async () => {
    const [a, b] = [await create({ preauth_id: device }), await create()];
    const other = device.replace('d001', 'd002');
    expect(await rejectionReason(request('node-authorize', { nodeid: b, deviceid: device }))).toBe(
      'node::devidexists',
    );
    expect(await request('node-authorize', { nodeid: a, deviceid: device })).toEqual({});
    await request('node-authorize', { nodeid: a, deviceid: other });
    await request('node-authorize', { nodeid: b, deviceid: device });
    expect([(await details(a)).deviceId, (await details(b)).deviceId]).toEqual([other, device]);
  });

  it('tells the connection key', async () => {
    const id = await create();
    const { connectionKey } = await details(id);
    expect(await request('node-get-connection-key', { nodeid: id })).toEqual({ connectionKey });
  });

  it('deletes a node and frees its device', async () => {
    const id = await create({ preauth_id: device, tags: [{ key: 'a', value: 'b' }] });
    await request('node-delete', { nodeid: id });
    expect(await rejectionReason(request('node-delete', { nodeid: id }))).toBe(
      'node::nodenotfound',
    );
    await create({ preauth_id: device });
    expect((await request('node-list', { limit: 10 })).totalCount).toBe(1);
  });

  it.each([
    ['node-details', { nodes: [unknown] }],
    ['node-update', { nodeid: unknown, updates: [{ type: 'node_name', value: 'a' }] }],
    ['node-authorize', { nodeid: unknown, deviceid: device }],
    ['node-get-connection-key', { nodeid: unknown }],
    ['node-delete', { nodeid: unknown }],
  ])('%s rejects an unknown node', async (name, body) => {
    expect(await rejectionReason(request(name, body))).toBe('node::nodenotfound');
  });

  it.each([
    ['node_name', { node_name: 'a\0' }],
    ['node_desc', { node_desc: '\ud800' }],
    ['tags[].key', { tags: [{ key: 'a'.repeat(1001), value: '' }] }],
    ['tags[].value', { tags: [{ key: 'a', value: '\0' }] }],
    ['node_name', { node_name: 'a'.repeat(1001) }],
    ['node_desc', { node_desc: 'a'.repeat(1001) }],
    ['tags[].value', { tags: [{ key: 'a', value: 'a'.repeat(1001) }] }],
  ])('rejects a %s that no store can hold', async (field, body) => {
    await expect(create(body)).rejects.toMatchObject({
      reason: 'generic::malformedrequest',
      message: expect.stringContaining(`"${field}"`) as string,
    });
  });

  it.each<[string, JsonObject]>([
    ['updates[].value', { type: 'node_name', value: 'a'.repeat(1001) }],
    ['updates[].value', { type: 'node_desc', value: '\0' }],
    ['updates[].tag.value', { type: 'tag', tag: { key: 'a', value: 'a'.repeat(1001) } }],
  ])('changes nothing to a text that the store does not keep: %s', async (field, update) => {
    const id = await create();
    const updates = [{ type: 'node_name', value: 'new' }, update];
    await expect(request('node-update', { nodeid: id, updates })).rejects.toMatchObject({
      reason: 'generic::malformedrequest',
      message: expect.stringContaining(`"${field}"`) as string,
    });
    expect(await details(id)).toMatchObject({ node_name: 'greenhouse-7', tags: [] });
  });

  it('shows no more at once than a response may have', async () => {
    const tags = Array.from({ length: limits.project.tags }, (_, index) => ({
      key: `${index} ${'k'.repeat(900)}`,
      value: 'v'.repeat(900),
    }));
    const nodes: string[] = [];
    for (let count = 0; count < 25; count += 1) nodes.push(await create({ tags }));
    const all = sandbox.request(project, 'platform/node-details', { nodes });
    await expect(all).rejects.toMatchObject({ status: 413, reason: 'sandbox::responsetoolarge' });
    const some = await sandbox.request(project, 'platform/node-details', { nodes: nodes.slice(5) });
    expect(Object.keys(some.data as object)).toEqual(nodes.slice(5));
  });

  it('holds as many nodes and tags as it says', async () => {
    const many = (max: number) =>
      Array.from({ length: max }, (_, index) => ({ key: `key ${index}`, value: '' }));
    const { nodes, tags } = limits.project;
    await create({ tags: many(tags) });
    const one = request('node-create', { node_name: 'a', tags: many(tags + 1) });
    await expect(one).rejects.toMatchObject({
      reason: 'sandbox::toomany',
      message:
        'A node can have at most 100 tags in this sandbox, and tags cannot be deleted. Send fewer tags, or change tags that the node has.',
    });
    for (let index = 1; index < nodes; index += 1) await create();
    expect(await rejectionReason(create())).toBe('sandbox::toomany');
    expect((await request('node-list', { limit: 1 })).totalCount).toBe(nodes);
  });
});
