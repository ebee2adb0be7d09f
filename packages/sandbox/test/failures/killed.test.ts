import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanup } from '../support/cleanup.ts';
import { PostgresServer } from '../support/postgres/server.ts';
import { Standalone, type Environment } from '../support/standalone.ts';
import { Load, missing, prepare, type Acknowledged } from './load.ts';
import { dataFolder, newDatabase, postgresObstacle, removeFolder } from './stores.ts';

// Processes are started and killed again and again.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

if (postgresObstacle !== undefined) {
  console.warn(`Killed sandbox on PostgreSQL: skipped, ${postgresObstacle}`);
}

/** Acknowledged writes of each kind before the end: 60 points by each transport, 6 nodes. */
const enough = 60;
const patience = { timeout: 60_000, interval: 5 };

const nodeList = { limit: 1, offset: 0 };

async function survive(environment: Environment, rounds: number): Promise<void> {
  let server = await Standalone.start(environment);
  onTestFinished(() => void server.process.stop('SIGKILL'));
  const project = await prepare(server);
  const acknowledged: Acknowledged = { http: [], mqtt: [], nodes: [] };
  let number = 0;
  for (let round = 0; round < rounds; round += 1) {
    const load = new Load(server, project, number);
    await vi.waitFor(() => expect(load.count).toBeGreaterThanOrEqual(enough), patience);
    expect(await server.process.stop('SIGKILL')).toBe('SIGKILL');
    const { http, mqtt, nodes } = await load.stop();
    acknowledged.http.push(...http);
    acknowledged.mqtt.push(...mqtt);
    acknowledged.nodes.push(...nodes);
    number = load.next;
    server = await Standalone.start(environment);
    // The load of this client ran when the process was killed, so it waits for a time; see `openCrashJournal`.
    const isServed = async () => {
      const { status } = await server.platform('/node/list', project.apiKey, nodeList);
      expect(status).toBe(200);
    };
    await vi.waitFor(isServed, patience);
    expect(await missing(server, project, acknowledged)).toEqual([]);
  }
  expect(await server.process.stop()).toBe(0);
}

describe('a sandbox that is killed under load', () => {
  const after = cleanup();
  const folder = dataFolder();
  after(() => removeFolder(folder));
  it('has everything that it has acknowledged, in its file', async () => {
    await survive({ SANDBOX_DATA_DIR: folder }, 2);
  });

  it.skipIf(postgresObstacle !== undefined)('has it on PostgreSQL', async () => {
    const postgres = await PostgresServer.start();
    after(() => postgres.remove());
    const DATABASE_URL = await newDatabase(postgres);
    await survive({ SANDBOX_DATA_DIR: folder, DATABASE_URL }, 1);
  });
});
