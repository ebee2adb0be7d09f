import path from 'node:path';
import Libsql from 'libsql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Standalone } from '../support/standalone.ts';
import { dataFolder, removeFolder } from './stores.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

it('a second sandbox does not start in the folder of another until that one has stopped', async () => {
  const folder = dataFolder();
  onTestFinished(() => removeFolder(folder));
  const environment = { SANDBOX_DATA_DIR: folder };
  const first = await Standalone.start(environment);
  onTestFinished(() => void first.process.stop('SIGKILL'));
  const { apiKey } = await first.createProject();

  const error = await Standalone.start(environment).catch((reason: unknown) => reason as Error);
  if (error instanceof Standalone) throw new Error('the second sandbox has started');
  expect(error.message).toMatch(/^ended with 1 before/);
  expect(error.message).toContain(`${folder} is in use by process ${first.process.pid} (`);
  expect(error.message).toContain('SANDBOX_DATA_DIR');
  expect((await first.platform('/node/list', apiKey, {})).status).not.toBe(503);

  expect(await first.process.stop('SIGKILL')).toBe('SIGKILL');
  const next = await Standalone.start(environment);
  onTestFinished(() => void next.process.stop('SIGKILL'));
  const { status } = await next.platform('/node/list', apiKey, { limit: 10, offset: 0 });
  expect(status).toBe(200);
});

it('a write that finds the database locked by another program is told when to retry', async () => {
  const folder = dataFolder();
  onTestFinished(() => removeFolder(folder));
  const server = await Standalone.start({ SANDBOX_DATA_DIR: folder });
  onTestFinished(() => void server.process.stop('SIGKILL'));
  const { apiKey } = await server.createProject();
  const create = () => server.platform('/node/create', apiKey, { node_name: 'a' });

  const tool = new Libsql(path.join(folder, 'sandbox.db'));
  tool.exec('begin immediate');
  const { status, retryAfter, body } = await create();
  expect([status, retryAfter, body.reasonCode]).toEqual([503, '1', 'sandbox::storebusy']);
  tool.exec('rollback');
  tool.close();
  expect((await create()).status).toBe(200);
});
