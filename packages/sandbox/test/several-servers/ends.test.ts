import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MqttBroker } from '../../src/mqtt/broker.ts';
import { listenTcp, type Listener } from '../../src/mqtt/listener.ts';
import { randomIds } from '../../src/ids.ts';
import { Device } from '../mqtt/support/device.ts';
import { anywhere } from '../mqtt/support/start.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, type Project, type ProjectNode } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

/** Reason code "administrative action" (MQTT 5.0, 3.14.2.1). */
const administrativeAction = 152;
const day = 86_400_000;

const harness = useHttpSandbox();
let broker: MqttBroker;
let listener: Listener;
let project: Project;
/** What the sandbox has told of, as `project`, `project node` or `project node device-that-stays`. */
const ended: string[] = [];

beforeAll(async () => {
  const { sandbox, now } = harness.http;
  const clock = { now: () => now };
  broker = new MqttBroker({
    document: (await apiDocuments()).device,
    deviceApi: sandbox.deviceApi,
    clock,
    ids: randomIds(clock),
    report: (error) => expect(error).toBeUndefined(),
  });
  listener = await listenTcp(broker, anywhere);
  sandbox.listen((announcement) => {
    broker.announce(announcement);
    if (announcement.kind !== 'end') return;
    const { projectId, nodeId, exceptDeviceId } = announcement;
    ended.push([projectId, nodeId, exceptDeviceId].filter((id) => id !== undefined).join(' '));
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

const connectTo = (node: ProjectNode, deviceId = node.deviceId) =>
  Device.connect(`mqtt://127.0.0.1:${listener.port}`, { ...node, deviceId }, 5);
const connect = ({ nodes: [node] }: Project) => connectTo(node);
const send = ({ nodeId: nodeid }: ProjectNode, data: string) =>
  harness.http.platform('/commands/send', project.apiKey, {
    nodeid,
    command: 'set-led',
    data,
    type: 'string',
  });
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

it('a device that is bound over HTTP takes the connection of the former one', async () => {
  const device = await connect(project);
  const { nodes, newDeviceId } = project;
  const [{ connectionKey, bindingSecret: bindingsecret }] = nodes;
  await harness.http.device('/bindDevice', connectionKey, {
    deviceid: newDeviceId,
    bindingsecret,
  });
  expect(await device.ended).toBe(administrativeAction);
  await (await connectTo(nodes[0], newDeviceId)).end();
});

it('a device that is authorized takes the connection of one that came to bind', async () => {
  const { apiKey, nodes, newDeviceId } = project;
  const stranger = await connectTo(nodes[1], '00000000-0000-4000-8000-00000000dfff');
  await harness.http.platform('/node/authorize', apiKey, {
    nodeid: nodes[1].nodeId,
    deviceid: newDeviceId,
  });
  expect(await stranger.ended).toBe(administrativeAction);
});

it('a device that is not bound is pushed nothing until it binds, and keeps its connection', async () => {
  const { apiKey, nodes, newDeviceId } = project;
  const [, node] = nodes;
  const device = await connectTo(node, newDeviceId);
  await device.subscribe('commands', 'valuestore/updates/json');
  await send(node, 'before');
  await harness.http.platform('/valuestore/setValue', apiKey, {
    namespace: { scope: 'node', id: node.nodeId },
    key: 'k',
    value: 1,
    type: 'float',
  });
  const bound = await device.request('bindDevice/json', {
    deviceid: newDeviceId,
    bindingsecret: node.bindingSecret,
  });
  expect(bound.body).toMatchObject({ success: true });
  expect(device.messages.unread).toEqual([]);
  await send(node, 'after');
  expect(await device.messages.next()).toMatchObject({
    topic: 'commands',
    body: { data: 'after' },
  });
  await device.end();
});

it('a rejected request closes nothing', async () => {
  const device = await connect(project);
  const { apiKey, nodes } = project;
  const { status } = await harness.http.platform('/node/authorize', apiKey, {
    nodeid: nodes[1].nodeId,
    deviceid: nodes[0].deviceId,
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
