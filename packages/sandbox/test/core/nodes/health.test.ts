import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceHandlers } from '../../../src/core/device.ts';
import { nodesHandlers } from '../../../src/core/nodes.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';

describe('health-status', () => {
  let sandbox: TestSandbox;
  let nodeId = '';
  const status = async (lastContactThreshold: number) => {
    const body = { nodes: [nodeId], lastContactThreshold };
    const { data } = await sandbox.request('p', 'platform/health-status', body);
    return (data as Record<string, unknown>)[nodeId];
  };

  beforeAll(async () => {
    sandbox = await TestSandbox.open({ ...nodesHandlers, ...deviceHandlers });
    await sandbox.project('p');
    nodeId = await sandbox.node('p', '00000000-0000-4000-8000-00000000d001');
  });
  afterAll(() => sandbox.close());

  it('shows a node without a heartbeat as offline', async () => {
    expect(await status(180)).toEqual({ online: false, lastHeartbeat: 0 });
  });

  it('shows a node as online up to the threshold after its heartbeat', async () => {
    const beat = sandbox.now / 1000;
    await sandbox.request(
      'p',
      'device/heartbeat',
      {},
      { kind: 'device', nodeId, transport: 'http' },
    );
    sandbox.now += 180_000;
    expect(await status(180)).toEqual({ online: true, lastHeartbeat: beat });
    sandbox.now += 1;
    expect(await status(180)).toEqual({ online: false, lastHeartbeat: beat });
  });

  it('shows nothing for an empty list', async () => {
    const body = { nodes: [], lastContactThreshold: 180 };
    expect(await sandbox.request('p', 'platform/health-status', body)).toEqual({ data: {} });
  });

  it('counts heartbeats after the clock was set back', async () => {
    const beat = () =>
      sandbox.request('p', 'device/heartbeat', {}, { kind: 'device', nodeId, transport: 'http' });
    sandbox.now += 3_600_000;
    await beat();
    sandbox.now -= 3_600_000;
    for (let sent = 0; sent < 100; sent += 1) {
      sandbox.now += 5000;
      await beat();
    }
    const lastHeartbeat = Math.floor(sandbox.now / 1000);
    expect(await status(60)).toMatchObject({ online: true, lastHeartbeat });
  });

  it('drops heartbeats above 60 in a minute', async () => {
    const beat = () =>
      sandbox.request('p', 'device/heartbeat', {}, { kind: 'device', nodeId, transport: 'http' });
    sandbox.now += 60_000;
    const start = sandbox.now;
    for (let sent = 0; sent < 61; sent += 1) {
      sandbox.now = start + 900 * sent;
      expect(await beat()).toEqual({});
    }
    const last = Math.floor((start + 900 * 59) / 1000);
    expect(await status(180)).toMatchObject({ lastHeartbeat: last });
    sandbox.now = start + 60_000;
    await beat();
    const later = Math.floor(sandbox.now / 1000);
    expect(await status(180)).toMatchObject({ lastHeartbeat: later });
  });

  it('takes a token for the nodes that its policy names', async () => {
    const body = { nodes: [nodeId], lastContactThreshold: 180 };
    const as = (nodes: string[]) =>
      sandbox.request('p', 'platform/health-status', body, {
        kind: 'token',
        tokenId: 't',
        policy: { resources: { nodes }, allow: ['health::getstatus'] },
      });
    expect(await as([nodeId])).toHaveProperty('data');
    expect(await rejectionReason(as([]))).toBe('auth::accessdenied');
  });
});
