import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { limits } from '../../src/core/limits.ts';
import { openService, type SandboxService } from '../../src/serve/service.ts';
import { Device } from '../mqtt/support/device.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, type Project, type ProjectNode } from '../support/http-sandbox.ts';

const folders: string[] = [];
const warnings: string[] = [];

async function openOne(tcp: number): Promise<SandboxService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  folders.push(dataDir);
  return openService({
    dataDir,
    documents: await apiDocuments(),
    host: '127.0.0.1',
    mqttPorts: { tcp, tls: 0 },
    localUrl: () => 'http://localhost/sandbox',
    warn: (message) => warnings.push(message),
  });
}

let service: SandboxService;
let app: FastifyInstance;
let project: Project;
let projects = 0;

async function post(url: string, headers: Record<string, string>, body: JsonValue) {
  const payload = JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  projects += 1;
  const reply = await app.inject({
    method: 'POST',
    url: `/sandbox${url}`,
    headers: { ...type, ...headers },
    payload,
    remoteAddress: `198.51.100.${projects % 250}`,
  });
  return reply.json<JsonObject>();
}

const platform = (operation: string, body: JsonObject) =>
  post(`/platform/v1${operation}`, bearer(project.apiKey), body);

const connect = (node: ProjectNode, deviceId = node.deviceId) =>
  Device.connect(`mqtt://127.0.0.1:${service.ports.tcp}`, { ...node, deviceId }, 5);

beforeAll(async () => {
  service = await openOne(0);
  app = Fastify();
  await app.register(service.plugin, { prefix: '/sandbox' });
});
beforeEach(async () => {
  project = (await post('/projects', {}, {})) as unknown as Project;
});
afterAll(async () => {
  await app.close();
  await service.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('one state behind HTTP and MQTT', () => {
  it('reads over HTTP what a device submitted over MQTT', async () => {
    const [node] = project.nodes;
    const device = await connect(node);
    const data = [{ variable: 'temperature', value: 31.5, timestamp: 0 }];
    expect((await device.request('submitdata/json', { data })).topic).toBe('response');
    const latest = await platform('/data/latest', {
      nodes: [node.nodeId],
      variable: 'temperature',
    });
    expect(latest).toMatchObject({ data: { [node.nodeId]: { value: 31.5 } } });
    await device.end();
  });

  it('lists over HTTP an event that a device submitted over MQTT, and its delivery', async () => {
    const request = async (method: 'GET' | 'PUT', url: string, payload?: JsonObject) => {
      const headers = bearer(project.apiKey);
      const reply = await app.inject({ method, url: `/sandbox/projects${url}`, headers, payload });
      return reply.json<JsonObject>();
    };
    await request('PUT', '/rules', { rules: [{ name: 'all', pattern: {} }] });
    const [node] = project.nodes;
    const device = await connect(node);
    const event = { eventType: 'door-unlocked', timestamp: Date.now(), data: { door: 'front' } };
    expect((await device.request('events/submit/json', event)).topic).toBe('response');
    const seen = { eventSource: node.nodeId, ...event };
    expect(await request('GET', '/events')).toMatchObject({
      events: [{ ...seen, rules: ['all'] }],
    });
    expect(await request('GET', '/deliveries')).toMatchObject({
      deliveries: [{ rule: 'all', body: seen }],
    });
    await device.end();
  });

  it('delivers a command that was sent over HTTP, and reads its result there', async () => {
    const [node] = project.nodes;
    const device = await connect(node);
    await device.subscribe('commands');
    const { commandId } = await platform('/commands/send', {
      nodeid: node.nodeId,
      command: 'set-led',
      data: 'on',
      type: 'string',
      expiry: Date.now() + 60_000,
    });
    const pushed = await device.messages.next(({ topic }) => topic === 'commands');
    expect(pushed.body).toMatchObject({ commandId, command: 'set-led', data: 'on' });
    const update = { commandId: commandId ?? '', status: 'success', ackdata: 'lit' };
    await device.request('commands/updateStatus/json', { ...update, ackdatatype: 'string' });
    const details = await platform('/commands/getDetails', { commandId: commandId ?? '' });
    expect(details).toMatchObject({ status: 'success', ackdata: 'lit' });
    await device.end();
  });
});

describe('a large value', () => {
  const sdp = 'a=candidate:1 1 UDP 2130706431 192.0.2.1 54321 typ host\r\n'.repeat(1200);

  it('goes from the platform to its device, and back', async () => {
    expect(sdp.length).toBeGreaterThan(65_536);
    const [node] = project.nodes;
    const device = await connect(node);
    await device.subscribe('valuestore/updates/json');
    const pushed = device.messages.next(({ topic }) => topic === 'valuestore/updates/json');
    const namespace = { scope: 'node', id: node.nodeId };
    const offer = { namespace, key: 'offer', value: sdp, type: 'string' };
    expect(await platform('/valuestore/setValue', offer)).toMatchObject({ success: true });
    expect((await pushed).body).toMatchObject({ key: 'offer', value: sdp });
    const response = { key: 'response', value: sdp, type: 'string' };
    const set = await device.request('valuestore/setValue/json', response);
    expect(set.body).toMatchObject({ success: true });
    const self = { scope: 'self', id: '' };
    const got = await device.request('valuestore/getValue/json', { namespace: self, key: 'offer' });
    expect(got.body).toMatchObject({ value: sdp });
    expect(await platform('/valuestore/getValue', { namespace, key: 'response' })).toMatchObject({
      value: sdp,
    });
    await device.end();
  });
});

describe('who may connect', () => {
  it('tells unknown keys and other devices apart', async () => {
    const [node] = project.nodes;
    const wrongKey = connect({ ...node, connectionKey: 'wrong' });
    await expect(wrongKey).rejects.toMatchObject({ code: 134 });
    await expect(connect(node, project.newDeviceId)).rejects.toMatchObject({ code: 135 });
  });

  it('binds a device that was authorized ahead when it connects', async () => {
    const [, node] = project.nodes;
    const ahead = { nodeid: node.nodeId, deviceid: project.newDeviceId };
    await platform('/node/authorize', ahead);
    const device = await connect(node, project.newDeviceId);
    const reply = await app.inject({
      method: 'GET',
      url: '/sandbox/projects/current',
      headers: bearer(project.apiKey),
    });
    const { nodes } = reply.json<Project>();
    expect(nodes[1]).toMatchObject({ bound: true, deviceId: project.newDeviceId });
    await device.end();
  });

  it('lets a device without a node bind itself before anything else', async () => {
    const [, node] = project.nodes;
    const device = await connect(node, project.newDeviceId);
    expect((await device.request('heartbeat/json', {})).topic).toBe('errors');
    const binding = { deviceid: project.newDeviceId, bindingsecret: node.bindingSecret };
    const bound = await device.request('bindDevice/json', binding);
    expect(bound.body).toMatchObject({ success: true, errcode: 0 });
    expect((await device.request('heartbeat/json', {})).topic).toBe('response');
    await device.end();
  });
});

describe('a request with an invalid host', () => {
  const hosts = ['a b', 'a/b', 'user@a', 'a:b'];
  const ask = (method: 'GET' | 'POST', url: string, host: string) =>
    app.inject({
      method,
      url: `/sandbox${url}`,
      remoteAddress: '203.0.113.1',
      headers: { host, ...bearer(project.apiKey) },
    });

  it.each(hosts)('"%s" gets no URLs', async (host) => {
    const reply = await ask('GET', '/', host);
    expect(reply.statusCode).toBe(400);
    expect(reply.json<JsonObject>()).toMatchObject({
      success: false,
      reasonCode: 'generic::malformedrequest',
      error: expect.stringContaining(`The Host header "${host}" is not a valid host`) as string,
    });
  });

  it('is not cached with the URLs of the request', async () => {
    const reply = await ask('GET', '/', 'a.example');
    expect(reply.json<JsonObject>().projects).toBe('http://a.example/sandbox/projects');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each(hosts)('"%s" resets no project', async (host) => {
    expect((await ask('POST', '/projects/reset', host)).statusCode).toBe(400);
    const { body } = await ask('GET', '/projects/current', 'localhost');
    expect(body).toContain(project.nodes[0].connectionKey);
  });

  it('makes no project, and takes nothing of the rate of new ones', async () => {
    for (let count = 0; count < limits.creation.max; count += 1) {
      expect((await ask('POST', '/projects', 'a b')).statusCode).toBe(400);
    }
    expect((await ask('POST', '/projects', '[::1]:8800')).statusCode).toBe(201);
  });
});

describe('ports', () => {
  it('are left out with a sentence when another program holds them', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const second = await openOne(port);
    expect(Object.keys(second.ports)).toEqual(['tls']);
    expect(warnings).toEqual([
      `Port ${port} is in use by another program: the sandbox runs without this port`,
    ]);
    await second.close();
    await new Promise((resolve) => other.close(resolve));
  });

  it('of TLS take clients that trust the authority', async () => {
    const [node] = project.nodes;
    const ca = (await app.inject('/sandbox/ca.pem')).body;
    const url = `mqtts://localhost:${service.ports.tls}`;
    const device = await Device.connect(url, node, 5, { ca });
    expect((await device.request('heartbeat/json', {})).topic).toBe('response');
    await device.end();
    await expect(Device.connect(url, node, 5)).rejects.toThrow(/certificate/);
  });
});
