import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MqttBroker } from '../../src/mqtt/broker.ts';
import { listenTcp, type Listener } from '../../src/mqtt/listener.ts';
import { nodeIds } from '../../src/node-ids.ts';
import { Device } from '../mqtt/support/device.ts';
import { anywhere } from '../mqtt/support/start.ts';
import { bearer, type Project } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

/** Reason code "administrative action" (MQTT 5.0, 3.14.2.1). */
const administrativeAction = 152;
const day = 86_400_000;

const harness = useHttpSandbox();
let broker: MqttBroker;
let listener: Listener;
let project: Project;
/** What the sandbox has told of, as `project` or `project node`. */
const ended: string[] = [];

beforeAll(async () => {
  const { sandbox, now } = harness.http;
  const clock = { now: () => now };
  broker = await MqttBroker.start({
    ...{ document: sandbox.documents.device, calls: sandbox.deviceCalls, clock },
    ...{ ids: nodeIds(clock), report: (error) => expect(error).toBeUndefined() },
  });
  listener = await listenTcp(broker, anywhere);
  sandbox.onEnd((projectId, nodeId) => {
    ended.push([projectId, ...(nodeId === undefined ? [] : [nodeId])].join(' '));
    void broker.disconnect(projectId, nodeId);
  });
});
afterAll(async () => {
  await broker.close();
  await listener.close();
});
beforeEach(async () => {
  project = await harness.http.createProject();
  ended.length = 0;
});

const connect = ({ nodes: [node] }: Project) =>
  Device.connect(`mqtt://127.0.0.1:${listener.port}`, node, 5);
const own = (method: 'POST' | 'DELETE', path: string) =>
  harness.http.send(path, { method, headers: bearer(project.apiKey) });

it('a deleted node takes the connection of its device with it, and no other', async () => {
  const other = await harness.http.createProject();
  const [device, bystander] = [await connect(project), await connect(other)];
  const { apiKey, nodes, projectId } = project;
  await harness.http.platform('/node/delete', apiKey, { nodeid: nodes[0].nodeId });
  expect(await device.ended).toBe(administrativeAction);
  expect(ended).toEqual([`${projectId} ${nodes[0].nodeId}`]);
  expect(await bystander.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
  await bystander.end();
});

it('another device of a node takes the connection of the first', async () => {
  const device = await connect(project);
  const { apiKey, nodes, newDeviceId } = project;
  const [{ nodeId: nodeid, deviceId }] = nodes;
  const authorize = (deviceid: string) =>
    harness.http.platform('/node/authorize', apiKey, { nodeid, deviceid });
  await authorize(deviceId);
  expect(await device.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
  await authorize(newDeviceId);
  expect(await device.ended).toBe(administrativeAction);
});

it('a refused call ends nothing', async () => {
  const device = await connect(project);
  const { apiKey, nodes } = project;
  const { status } = await harness.http.platform('/node/authorize', apiKey, {
    ...{ nodeid: nodes[1].nodeId, deviceid: nodes[0].deviceId },
  });
  expect(status).toBe(409);
  expect(ended).toEqual([]);
  expect(await device.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
  await device.end();
});

it.each([
  ['POST', '/projects/reset'],
  ['DELETE', '/projects'],
] as const)('%s %s ends all connections of the project', async (method, path) => {
  const device = await connect(project);
  await own(method, path);
  expect(await device.ended).toBe(administrativeAction);
  expect(ended).toEqual([project.projectId]);
});

it('a project that has been idle for a day ends with its connections when it is swept', async () => {
  const device = await connect(project);
  harness.http.now += day;
  await harness.http.sandbox.sweep();
  expect(await device.ended).toBe(administrativeAction);
  expect(ended).toContain(project.projectId);
});

it('a project that has been idle for a day ends with its connections when it is used', async () => {
  const device = await connect(project);
  harness.http.now += day;
  const { status } = await own('POST', '/projects/reset');
  expect(status).toBe(401);
  expect(await device.ended).toBe(administrativeAction);
  expect(ended).toEqual([project.projectId]);
});
