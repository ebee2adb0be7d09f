import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { Device } from '../mqtt/support/device.ts';
import { cleanup } from '../support/cleanup.ts';
import { PostgresServer } from '../support/postgres/server.ts';
import { Standalone } from '../support/standalone.ts';
import { dataFolder, newDatabase, postgresObstacle, removeFolder } from './stores.ts';

// PostgreSQL and the sandbox start as processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

if (postgresObstacle !== undefined) {
  console.warn(`Database that goes away: skipped, ${postgresObstacle}`);
}

/** Reason code "server unavailable" (MQTT 5.0, 3.2.2.2). */
const serverUnavailable = 136;

describe.skipIf(postgresObstacle !== undefined)('a sandbox whose database goes away', () => {
  const after = cleanup();
  const folder = dataFolder();
  after(() => removeFolder(folder));
  let postgres: PostgresServer;
  let server: Standalone;

  beforeAll(async () => {
    postgres = await PostgresServer.start();
    after(() => postgres.remove());
    const DATABASE_URL = await newDatabase(postgres);
    server = await Standalone.start({ SANDBOX_DATA_DIR: folder, DATABASE_URL });
    after(() => server.process.stop('SIGKILL'));
  });

  it('says that it is away, and works when it is back', async () => {
    const project = await server.createProject();
    const { apiKey, nodes } = project;
    const [node, unbound] = nodes;
    const device = await Device.connect(server.mqttUrl, node, 5);
    const point = { variable: 'temperature', value: 1, timestamp: 0 };
    const submit = () => device.request('submitdata/json', { data: [point] });
    const list = () => server.platform('/node/list', apiKey, { limit: 10, offset: 0 });
    expect((await submit()).topic).toBe('response');

    // Requests are in flight while it stops.
    const pending = Array.from({ length: 50 }, () => submit());
    const requests = Array.from({ length: 50 }, () => list());
    await postgres.halt();
    for (const { body } of await Promise.all(pending)) {
      if (body.success !== true) expect(body.error).toContain('does not respond');
    }
    for (const { status } of await Promise.all(requests)) expect([200, 503]).toContain(status);

    const rejected = await list();
    expect(rejected).toMatchObject({ status: 503, retryAfter: '5' });
    expect(rejected.body).toMatchObject({ success: false, reasonCode: 'sandbox::storeaway' });
    expect(await server.send('POST', '/projects')).toMatchObject({ status: 503 });
    const response = await submit();
    expect(response).toMatchObject({ topic: 'errors', body: { success: false } });
    expect(response.body.error).toContain('does not respond');
    const late = { ...unbound, deviceId: project.newDeviceId };
    await expect(Device.connect(server.mqttUrl, late, 5)).rejects.toMatchObject({
      code: serverUnavailable,
    });
    expect(server.process.isRunning).toBe(true);

    await postgres.resume();
    expect((await list()).status).toBe(200);
    expect((await submit()).topic).toBe('response');
    await (await Device.connect(server.mqttUrl, late, 5)).end();
    await device.end();
    const text = server.process.lines.join('\n');
    for (const secret of [postgres.url(), apiKey, node.connectionKey]) {
      expect(text).not.toContain(secret);
    }
  });

  it('survives the end of a connection between two queries of a transaction', async () => {
    const db = await openStore({ databaseUrl: await newDatabase(postgres) });
    after(() => db.destroy());
    const transaction = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      // Waits for the end; the error then arrives while no query is in flight.
      await postgres.run(`select pg_terminate_backend(${rows[0]?.pid}, 10000)`);
      await postgres.run('select 1');
      await sql`select 1`.execute(tx);
    });
    await expect(transaction).rejects.toThrow();
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });
});
