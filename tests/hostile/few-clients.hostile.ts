import type { Duplex } from 'node:stream';
import { generate } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { connected, connectPacket, open } from './support/mqtt.ts';
import { bearer, deviceKey, send } from './support/sandbox-client.ts';
import { attacker, nextTurn, type Project } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

// What a few clients hold together must leave something for others.

describe('projects of a few clients', () => {
  const most = 60;
  // Behind a proxy, so that a test can have any address.
  const server = useServer({ TRUST_PROXY: 'true', SANDBOX_MAX_PROJECTS: String(most) });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const create = (address: string) =>
    send('POST', `${server.process.origin}/sandbox/projects`, attacker(), from(address));

  it('of IPv6 count in larger blocks of addresses', async () => {
    // A subscriber with a /56 may create as many as two clients.
    const statuses = [];
    for (let index = 0; index < 41; index += 1) {
      statuses.push((await create(`2001:db8:1:${index.toString(16)}::1`)).status);
    }
    expect(statuses).toEqual([...Array<number>(40).fill(201), 429]);
    expect((await create('2001:db8:2::1')).status).toBe(201);
  });

  it('that are all in use leave space for others', async () => {
    const use = async (text: string, address: string) => {
      const project = JSON.parse(text) as Project;
      const url = `${project.deviceUrl}/check`;
      const headers = { ...deviceKey(project), ...from(address) };
      expect((await send('POST', url, attacker(), headers, '{}')).status).toBe(200);
    };
    const clients = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
    for (const address of clients) {
      for (let count = 0; count < 20; count += 1) {
        const { status, body } = await create(address);
        expect([201, 503]).toContain(status);
        if (status === 201) await use(body, address);
      }
    }
    for (let index = 0; index < 10; index += 1) {
      const address = `203.0.113.${index + 1}`;
      const { status, body } = await create(address);
      expect(status).toBe(201);
      await use(body, address);
    }
  });
});

describe('MQTT connections of a few clients', () => {
  const server = useServer();

  it('leave space for a device of another one', async () => {
    // More devices than the broker accepts, one for each node of many projects.
    const [projects, nodesOfProject] = [22, 98];
    const streams: Duplex[] = [];
    const connect = async (project: Project, connectionKey: string, from: string) => {
      const stream = await open(project, 'tcp', from);
      const node = { nodeId: '', deviceId: crypto.randomUUID(), connectionKey };
      stream.write(generate(connectPacket({ ...project, nodes: [node] }, 4)));
      streams.push(stream);
      await new Promise((resolve) => stream.once('data', resolve).once('close', resolve));
    };
    for (let index = 0; index < projects; index += 1) {
      const project = await server.process.createProject();
      const from = attacker(Math.floor(index / 5));
      const ask = (method: string, url: string, body = '') =>
        send(method, url, `127.8.0.${index + 1}`, bearer(project), body);
      const url = `${project.platformUrl}/node/create`;
      const created = await Promise.all(
        Array.from({ length: nodesOfProject }, () => ask('POST', url, '{"node_name":"idle"}')),
      );
      expect(new Set(created.map(({ status }) => status))).toEqual(new Set([200]));
      const { body } = await ask('GET', `${server.process.origin}/sandbox/projects/current`);
      const { nodes } = JSON.parse(body) as { nodes: { bound: boolean; connectionKey: string }[] };
      const free = nodes.filter(({ bound }) => !bound);
      await Promise.all(free.map(({ connectionKey }) => connect(project, connectionKey, from)));
    }
    const isOpen = () => streams.filter(({ destroyed }) => !destroyed).length;
    expect(isOpen()).toBeGreaterThan(1500);
    const reader = await server.process.createProject();
    const device = await connected(reader, 'tcp', 4, '127.9.9.9');
    await nextTurn();
    expect(device.destroyed).toBe(false);
    for (const stream of [...streams, device]) stream.destroy();
  });
});
