import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import type { Project } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('a project', () => {
  const harness = useHttpSandbox();
  let other: Project;
  beforeAll(async () => {
    other = await harness.http.createProject();
  });

  const requests: readonly (readonly [string, (victim: Project) => JsonObject, string])[] = [
    ['/node/details', ({ nodes: [{ nodeId }] }) => ({ nodes: [nodeId] }), 'node::nodenotfound'],
    [
      '/node/update',
      ({ nodes: [{ nodeId }] }) => ({
        nodeid: nodeId,
        updates: [{ type: 'node_name', value: 'a' }],
      }),
      'node::nodenotfound',
    ],
    [
      '/node/authorize',
      ({ nodes: [{ nodeId, deviceId }] }) => ({ nodeid: nodeId, deviceid: deviceId }),
      'node::nodenotfound',
    ],
    [
      '/node/getConnectionKey',
      ({ nodes: [{ nodeId }] }) => ({ nodeid: nodeId }),
      'node::nodenotfound',
    ],
    ['/node/delete', ({ nodes: [{ nodeId }] }) => ({ nodeid: nodeId }), 'node::nodenotfound'],
    [
      '/node/child/list',
      ({ nodes: [{ nodeId }] }) => ({ parentId: nodeId }),
      'node::invalidparentid',
    ],
    [
      '/health/status',
      ({ nodes: [{ nodeId }] }) => ({ nodes: [nodeId], lastContactThreshold: 60 }),
      'node::nodenotfound',
    ],
  ];
  it.each(requests)('does not reach another one by %s', async (path, bodyOf, reason) => {
    const before = await details(other);
    const { status, body } = await harness.http.platform(
      path,
      harness.project.apiKey,
      bodyOf(other),
    );
    expect([status, body.reasonCode]).toEqual([404, reason]);
    expect(await details(other)).toEqual(before);
  });

  const details = async ({ apiKey, nodes }: Project) => {
    const ids = nodes.map(({ nodeId }) => nodeId);
    return (await harness.http.platform('/node/details', apiKey, { nodes: ids })).body;
  };

  it('does not take children, tokens or secrets from another one', async () => {
    const { http, project } = harness;
    const [mine, theirs] = [project.nodes[0], other.nodes[0]];
    const child = await http.platform('/node/child/add', project.apiKey, {
      parentId: mine.nodeId,
      childNodes: [{ nodeId: theirs.nodeId, alias: 'a' }],
    });
    expect(child.body.reasonCode).toBe('node::invalidchildid');
    const policy = { allow: ['data::getlatest'] };
    const made = await http.platform('/access/tokens/create', other.apiKey, { ttlSec: 60, policy });
    const revoked = await http.platform('/access/tokens/revoke', project.apiKey, {
      tokenId: made.body.tokenId as string,
    });
    expect(revoked.body.reasonCode).toBe('fa::tokennofound');
    const bound = await http.device('/bindDevice', mine.connectionKey, {
      deviceid: project.newDeviceId,
      bindingsecret: theirs.bindingSecret,
    });
    expect([bound.status, bound.body.errcode]).toEqual([403, 1]);
  });

  it('lists its own nodes alone', async () => {
    const { body } = await harness.http.platform('/node/list', harness.project.apiKey, {
      limit: 1000,
    });
    const own = harness.project.nodes.map(({ nodeId }) => nodeId);
    expect(body).toMatchObject({ totalCount: 2, nodes: own });
  });

  it('may use the device id of another one', async () => {
    const { body } = await harness.http.platform('/node/create', harness.project.apiKey, {
      node_name: 'a',
      preauth_id: other.nodes[0].deviceId,
    });
    expect(body.success).toBe(true);
  });
});
