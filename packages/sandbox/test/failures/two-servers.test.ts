import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Device } from '../mqtt/support/device.ts';
import type { Project } from '../support/http-sandbox.ts';
import { cleanup } from '../support/cleanup.ts';
import { PostgresServer } from '../support/postgres/server.ts';
import { redisObstacle, RedisServer } from '../support/redis-server.ts';
import { Standalone } from '../support/standalone.ts';
import { dataFolder, newDatabase, postgresObstacle, removeFolder } from './stores.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const obstacle = postgresObstacle ?? redisObstacle;
if (obstacle !== undefined) console.warn(`Two servers: skipped, ${obstacle}`);

const patience = { timeout: 30_000, interval: 50 };

describe.skipIf(obstacle !== undefined)('two servers on one PostgreSQL and one Redis', () => {
  const after = cleanup();
  const folders = [dataFolder(), dataFolder()] as const;
  after(() => folders.forEach(removeFolder));
  let postgres: PostgresServer;
  let redis: RedisServer;
  let one: Standalone;
  let two: Standalone;
  let project: Project;

  beforeAll(async () => {
    postgres = await PostgresServer.start();
    after(() => postgres.remove());
    redis = await RedisServer.start();
    after(() => redis.remove());
    const shared = { DATABASE_URL: await newDatabase(postgres), REDIS_URL: redis.url };
    // Both make the tables at the same time.
    [one, two] = await Promise.all([
      Standalone.start({ SANDBOX_DATA_DIR: folders[0], ...shared }),
      Standalone.start({ SANDBOX_DATA_DIR: folders[1], ...shared }),
    ]);
    after(() => Promise.all([one, two].map((server) => server.process.stop())));
    project = await one.createProject();
  });

  const send = (server: Standalone, data: string) =>
    server.platform('/commands/send', project.apiKey, {
      nodeid: project.nodes[0].nodeId,
      command: 'set-led',
      data,
      type: 'string',
    });

  async function connect(server: Standalone): Promise<Device> {
    const device = await Device.connect(server.mqttUrl, project.nodes[0], 5);
    await device.subscribe('commands');
    return device;
  }

  /** Data of the commands that have been pushed and not been read. */
  const pushed = ({ messages }: Device) =>
    messages.unread.flatMap(({ topic, body }) => (topic === 'commands' ? [body.data] : []));

  it('brings a command from one to a device at the other, once', async () => {
    const device = await connect(two);
    const { status, body } = await send(one, 'first');
    expect(status).toBe(200);
    const { body: command } = await device.messages.next(({ topic }) => topic === 'commands');
    expect(command).toMatchObject({ commandId: body.commandId, data: 'first' });
    await send(two, 'second');
    await device.messages.next(({ body: { data } }) => data === 'second');
    expect(pushed(device)).toEqual([]);
    const report = { commandId: body.commandId ?? '', status: 'success', ackdata: 'done' };
    await device.request('commands/updateStatus/json', report);
    const details = await one.platform('/commands/getDetails', project.apiKey, {
      commandId: body.commandId ?? '',
    });
    expect(details.body).toMatchObject({ status: 'success' });
    await device.end();
  });

  it('keeps the connection of a device that came last, on either', async () => {
    const device = await connect(two);
    const later = await connect(one);
    expect(await device.ended).toBe(142);
    await later.end();
  });

  it('goes on without Redis, and joins again when it is back', async () => {
    const device = await connect(two);
    await redis.halt();
    await Promise.all([one, two].map(({ process }) => process.line(/^Redis is unavailable: /)));
    await send(two, 'here');
    await device.messages.next(({ body: { data } }) => data === 'here');
    expect((await send(one, 'lost')).status).toBe(200);
    await redis.resume();
    await Promise.all(
      [one, two].map(({ process }) => process.line(/^Redis is available again\.$/)),
    );
    await vi.waitFor(async () => {
      await send(one, 'joined');
      expect(pushed(device)).toContain('joined');
    }, patience);
    expect(pushed(device)).not.toContain('lost');
    for (const { process } of [one, two]) {
      expect(process.lines.filter((line) => line.startsWith('Redis is unavailable'))).toHaveLength(
        1,
      );
    }
    await device.end();
  });

  it('deletes a project on both', async () => {
    const device = await connect(two);
    const { status } = await one.send('DELETE', '/projects', {
      authorization: `Bearer ${project.apiKey}`,
    });
    expect(status).toBe(200);
    expect(await device.ended).toBe(152);
  });

  it('serves on when the other is killed', async () => {
    await one.process.stop('SIGKILL');
    project = await two.createProject();
    const device = await connect(two);
    await send(two, 'alone');
    await device.messages.next(({ body: { data } }) => data === 'alone');
    await device.end();
  });
});
