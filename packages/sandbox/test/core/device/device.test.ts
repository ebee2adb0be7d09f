import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal, JsonObject } from '../../../src/core/context.ts';
import { deviceHandlers } from '../../../src/core/device.ts';
import { nodesHandlers } from '../../../src/core/nodes.ts';
import { requestAsDocumented } from '../../support/contract.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const deviceid = '00000000-0000-4000-8000-00000000d001';

describe('device identity', () => {
  let sandbox: TestSandbox;
  let project = '';
  let nodeId = '';
  let count = 0;
  const request = (name: string, body: JsonObject, principal?: Principal) =>
    requestAsDocumented(
      ...([sandbox, project, `device/${name}`, body] as const),
      principal ?? { kind: 'device', nodeId, transport: 'http' },
    );
  const details = async () => {
    const { data } = await sandbox.request(project, 'platform/node-details', { nodes: [nodeId] });
    return (data as Record<string, JsonObject>)[nodeId] ?? {};
  };
  const bind = async (id = deviceid) =>
    request('binddevice', {
      deviceid: id,
      bindingsecret: (await details()).nodebindingkey as string,
    });

  beforeAll(async () => {
    sandbox = await TestSandbox.open({ ...nodesHandlers, ...deviceHandlers });
  });
  beforeEach(async () => {
    project = await sandbox.project(`project ${(count += 1)}`);
    nodeId = await sandbox.node(project);
  });
  afterAll(() => sandbox.close());

  it('binds a device with a secret that works once', async () => {
    const { nodebindingkey: secret } = await details();
    expect(await request('binddevice', { deviceid, bindingsecret: secret as string })).toEqual({});
    expect(await details()).toMatchObject({ deviceId: deviceid, bindingstatus: true });
    const again = request('binddevice', { deviceid, bindingsecret: secret as string });
    expect(await rejectionReason(again)).toBe('auth::accessdenied');
    expect((await details()).nodebindingkey).not.toBe(secret);
  });

  it('binds another device with the next secret, and frees the first', async () => {
    const other = deviceid.replace('d001', 'd002');
    await bind();
    await bind(other.toUpperCase());
    expect((await details()).deviceId).toBe(other);
    nodeId = await sandbox.node(project);
    expect(await bind()).toEqual({});
  });

  it('binds a device that is authorized on the same node, not one of another', async () => {
    await sandbox.request(project, 'platform/node-authorize', { nodeid: nodeId, deviceid });
    expect(await details()).toMatchObject({ deviceId: deviceid, bindingstatus: false });
    await bind();
    expect((await details()).bindingstatus).toBe(true);
    nodeId = await sandbox.node(project);
    const { nodebindingkey } = await details();
    expect(await rejectionReason(bind())).toBe('node::devidexists');
    expect(await details()).toMatchObject({ nodebindingkey, deviceId: '' });
  });

  it.each(['', 'x', '0'.repeat(32)])('rejects the secret "%s"', async (bindingsecret) => {
    expect(await rejectionReason(request('binddevice', { deviceid, bindingsecret }))).toBe(
      'auth::accessdenied',
    );
  });

  it('returns only the envelope for check', async () => {
    expect(await request('check', {})).toEqual({});
  });

  it('is for devices alone', async () => {
    expect(await rejectionReason(request('check', {}, { kind: 'apiKey' }))).toBe(
      'auth::accessdenied',
    );
  });
});
