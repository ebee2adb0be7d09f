import { describe, expect, it } from 'vitest';
import type { DeviceSession } from '../src/mqtt/device-api.ts';
import { apiDocuments } from './support/api-documents.ts';
import { useHttpSandbox } from './support/use-http-sandbox.ts';

describe('device requests of a broker', () => {
  const harness = useHttpSandbox();
  const deviceApi = () => harness.http.sandbox.deviceApi;

  async function connect(index: 0 | 1, deviceId?: string): Promise<DeviceSession> {
    const node = harness.project.nodes[index];
    const session = await deviceApi().authenticate(deviceId ?? node.deviceId, node.connectionKey);
    if (typeof session === 'string') throw new Error(session);
    return session;
  }

  it('take the device of a node with its key', async () => {
    const [{ deviceId, nodeId }] = harness.project.nodes;
    expect(await connect(0)).toEqual({ projectId: harness.project.projectId, nodeId, deviceId });
    const { newDeviceId, nodes } = harness.project;
    expect(await deviceApi().authenticate(newDeviceId, nodes[0].connectionKey)).toBe(
      'notAuthorized',
    );
    expect(await deviceApi().authenticate(deviceId, 'wrong')).toBe('badCredentials');
  });

  it('share their state with HTTP', async () => {
    const session = await connect(0);
    const data = [{ variable: 'temperature', value: 99, timestamp: 0 }];
    expect(await deviceApi().request(session, 'submitdata', { data })).toEqual({
      ok: {},
      hints: [],
    });
    const { body } = await harness.http.platform('/data/latest', harness.project.apiKey, {
      nodes: [session.nodeId],
      variable: 'temperature',
    });
    expect(body).toMatchObject({ data: { [session.nodeId]: { value: 99 } } });
  });

  it('are checked as over HTTP, with the numbers of their transport', async () => {
    const session = await connect(0);
    const submit = (data: never[] | { variable: string; value: number; timestamp: number }[]) =>
      deviceApi().request(session, 'submitdata', { data });
    expect(await submit([])).toMatchObject({ rejected: { code: 1 } });
    const unknown = [{ variable: 'Temperature', value: 1, timestamp: 0 }];
    expect(await submit(unknown)).toMatchObject({ rejected: { code: 4040 } });
    expect(await deviceApi().request(session, 'nothing', {})).toMatchObject({
      rejected: { code: 1 },
    });
  });

  it('get a hint for a time in seconds and for names in another letter case', async () => {
    const session = await connect(0);
    const timestamp = Math.floor(harness.http.now / 1000);
    const data = [{ Variable: 'temperature', value: 1, timestamp }];
    expect(await deviceApi().request(session, 'submitdata', { data })).toEqual({
      ok: {},
      hints: [
        '"data[0].Variable" is read as "variable": send "variable", because the letter case of field names matters.',
        '"data[0].timestamp" looks like Unix seconds: send milliseconds.',
      ],
    });
  });

  it('get the same hints for their request id as over HTTP', async () => {
    const session = await connect(0);
    const { connectionKey } = harness.project.nodes[0];
    const hintsOf = async (body: { readonly reqId: string } | { readonly reqid: string }) => {
      const { headers } = await harness.http.device('/heartbeat', connectionKey, body);
      const outcome = await deviceApi().request(session, 'heartbeat', body);
      expect(outcome).toMatchObject({ hints: [headers['x-sandbox-warning']] });
      return outcome;
    };
    expect(await hintsOf({ reqId: 'x'.repeat(40) })).toEqual({
      ok: {},
      hints: ['"reqId" has more than 36 characters: the response repeats the first 36.'],
    });
    expect(await hintsOf({ reqid: 'x' })).toEqual({
      ok: {},
      hints: [
        '"reqid" is read as "reqId": send "reqId", because the letter case of field names matters.',
      ],
    });
  });

  it('get no hint for a documented request id', async () => {
    const session = await connect(0);
    const ids = (await apiDocuments()).device.allOperations.flatMap(({ id, mqtt }) =>
      mqtt ? [id] : [],
    );
    for (const id of [...ids, 'gateway-submitdata']) {
      const outcome = await deviceApi().request(session, id, { reqId: 'x' });
      expect(JSON.stringify(outcome)).not.toContain('reqId');
    }
  });

  it('submit the data of a child node by its alias', async () => {
    const { apiKey, nodes } = harness.project;
    const [gateway, child] = nodes.map(({ nodeId }) => nodeId);
    const childNodes = [{ nodeId: child ?? '', alias: 'meter-1' }];
    await harness.http.platform('/node/child/add', apiKey, { parentId: gateway ?? '', childNodes });
    const session = await connect(0);
    const submit = (childAlias: string, variable = 'temperature') => {
      const body = { childAlias, data: [{ variable, value: 12.4, timestamp: 0 }] };
      return deviceApi().request(session, 'gateway-submitdata', body);
    };
    expect(await submit('meter-1')).toEqual({ ok: {}, hints: [] });
    const { body } = await harness.http.platform('/data/latest', apiKey, {
      nodes: [child ?? ''],
      variable: 'temperature',
    });
    expect(body).toMatchObject({ data: { [child ?? '']: { value: 12.4 } } });
    expect(await submit('meter-1', 'Temperature')).toMatchObject({ rejected: { code: 4040 } });
    const unknown = await submit('Meter-1');
    expect(unknown).toMatchObject({ rejected: { code: 1 } });
    expect(JSON.stringify(unknown)).toContain('no child with the alias');
    expect(await submit('\0')).toMatchObject({ rejected: { code: 1 } });
  });

  it('bind a device that the node does not know, before any other request', async () => {
    const { newDeviceId, nodes } = harness.project;
    const session = await connect(1, newDeviceId);
    expect(await deviceApi().request(session, 'commands-next', {})).toHaveProperty('rejected');
    const body = { deviceid: newDeviceId, bindingsecret: nodes[1].bindingSecret };
    expect(await deviceApi().request(session, 'binddevice', body)).toEqual({ ok: {}, hints: [] });
    expect(await deviceApi().request(session, 'commands-next', {})).toHaveProperty('ok');
  });

  it('end with the node, and when it gets another device', async () => {
    const { apiKey, nodes } = harness.project;
    const session = await connect(0);
    await harness.http.platform('/node/authorize', apiKey, {
      nodeid: nodes[0].nodeId,
      deviceid: '00000000-0000-4000-8000-00000000d00f',
    });
    expect(await deviceApi().request(session, 'heartbeat', {})).toHaveProperty('rejected');
    await harness.http.platform('/node/delete', apiKey, { nodeid: nodes[0].nodeId });
    expect(await deviceApi().request(session, 'heartbeat', {})).toHaveProperty('rejected');
  });

  it('hear of messages for devices after the request', async () => {
    const { apiKey, projectId, nodes, newDeviceId: deviceId } = harness.project;
    const { nodeId } = nodes[1];
    await harness.http.platform('/node/authorize', apiKey, { nodeid: nodeId, deviceid: deviceId });
    const heard: unknown[] = [];
    const stop = harness.http.sandbox.listen((announcement) => heard.push(announcement));
    const send = () =>
      harness.http.platform('/commands/send', apiKey, {
        nodeid: nodeId,
        command: 'set-led',
        data: 'on',
        type: 'string',
      });
    await send();
    stop();
    await send();
    expect(heard).toMatchObject([
      { kind: 'push', projectId, push: { nodeId, deviceId, topic: 'commands' } },
    ]);
  });
});
