import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Device } from '../mqtt/support/device.ts';
import { cleanup } from '../support/cleanup.ts';
import type { Project } from '../support/http-sandbox.ts';
import { Standalone } from '../support/standalone.ts';
import { missing, prepare, secondOf, variable, type Acknowledged } from './load.ts';
import { openSmallDisk } from './small-disk.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const disk = openSmallDisk();
if (!disk) console.warn('Full disk: skipped, neither a tmpfs nor prlimit can bound a disk here');

describe.skipIf(!disk)('a sandbox whose disk is full', () => {
  const after = cleanup();
  let server: Standalone;
  let project: Project;
  let device: Device;
  let number = 0;
  const acknowledged: Acknowledged = { http: [], mqtt: [], nodes: [] };

  beforeAll(async () => {
    after(() => disk?.remove());
    server = await Standalone.start({ SANDBOX_DATA_DIR: disk?.folder ?? '' });
    after(() => server.process.stop('SIGKILL'));
    project = await prepare(server);
    device = await Device.connect(server.mqttUrl, project.nodes[0], 5);
  });

  const points = (count: number) => ({
    data: Array.from({ length: count }, () => {
      number += 1;
      return { variable, value: number, timestamp: secondOf(number) * 1000 };
    }),
  });
  const valuesOf = ({ data }: ReturnType<typeof points>) => data.map(({ value }) => value);

  async function submit(count: number) {
    const body = points(count);
    const response = await server.device('/submitData', project.nodes[0].connectionKey, body);
    if (response.status === 200) acknowledged.http.push(...valuesOf(body));
    return response;
  }
  async function submitByMqtt(count: number) {
    const body = points(count);
    const response = await device.request('submitdata/json', body);
    if (response.topic === 'response') acknowledged.mqtt.push(...valuesOf(body));
    return response;
  }

  it('says so, loses nothing, and continues when there is space again', async () => {
    expect((await submit(100)).status).toBe(200);
    expect((await submitByMqtt(100)).topic).toBe('response');
    disk?.fill(server.process.pid);

    // SQLite's log may have free space in what it already allocated.
    let rejected = await submit(500);
    for (let tries = 0; rejected.status === 200 && tries < 100; tries += 1) {
      rejected = await submit(500);
    }
    expect(rejected).toMatchObject({ status: 507, retryAfter: '60' });
    expect(rejected.body).toMatchObject({
      success: false,
      error: expect.stringContaining('no disk space') as string,
    });
    const create = () => server.platform('/node/create', project.apiKey, { node_name: 'a' });
    expect((await server.send('POST', '/projects')).status).toBe(507);
    const response = await submitByMqtt(500);
    expect(response).toMatchObject({
      topic: 'errors',
      body: { success: false },
    });
    expect(response.body.error).toContain('no disk space');
    expect(await missing(server, project, acknowledged)).toEqual([]);

    disk?.free(server.process.pid);
    expect((await submit(500)).status).toBe(200);
    expect((await submitByMqtt(500)).topic).toBe('response');
    expect((await create()).status).toBe(200);
    expect(await missing(server, project, acknowledged)).toEqual([]);
    expect(server.process.isRunning).toBe(true);
  });

  it('has it all after a restart', async () => {
    await server.process.stop('SIGKILL');
    server = await Standalone.start({ SANDBOX_DATA_DIR: disk?.folder ?? '' });
    expect(acknowledged.http.length).toBeGreaterThanOrEqual(600);
    expect(await missing(server, project, acknowledged)).toEqual([]);
  });
});
