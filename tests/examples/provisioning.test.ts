import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runProgram } from '../samples/support/run-program.ts';
import type { ApiRequest } from './support/api-server.ts';
import { documented, type JsonObject } from './support/contract.ts';
import { bodyOf, commandWithoutPauses, nodeId, startPlatform } from './support/fake-platform.ts';
import { powerLoss } from './support/power-loss.ts';
import { testWith, toolOf } from './support/tools.ts';

describe('provisioning/provision.py', () => {
  const file = 'provisioning/provision.py';
  const test = testWith(toolOf(file));

  /** Runs the program, without pauses, in a folder with a file of serial numbers. */
  async function provision(serials: string, respond: (request: ApiRequest) => JsonObject | number) {
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    await writeFile(path.join(folder, 'serials.txt'), serials);
    const platform = await startPlatform(respond);
    const command = commandWithoutPauses(file, platform.given);
    const args = [...command.args, 'serials.txt', 'devices.csv'];
    const run = () => runProgram({ ...command, args, cwd: folder });
    const devices = async () =>
      (await readFile(path.join(folder, 'devices.csv'), 'utf8')).trim().split('\n');
    return { ...platform, run, devices };
  }

  test('creates a node for each of a thousand serial numbers', { timeout: 180_000 }, async () => {
    const serials = Array.from(
      { length: 1000 },
      (_, index) => `ABC${String(index).padStart(6, '0')}`,
    );
    const { run, devices, sent, bodies } = await provision(
      `${serials.join('\n')}\n\n${serials[0]}\n`,
      ({ url }) => documented(url, 'platform'),
    );
    expect(await run()).toMatchObject({
      code: 0,
      stdout: '1000 of 1000 devices are in devices.csv\n',
      stderr: '',
    });
    const rows = await devices();
    expect(rows).toHaveLength(1001);
    expect(rows[0]).toBe('serial,device_id,node_id,connection_key');
    // The vector of the hardware checklist.
    expect(rows[124]).toBe(
      `ABC000123,fb72dd64-c85e-56f7-8303-d99f42d38f75,${nodeId},EXAMPLE-CONNECTION-KEY`,
    );
    // Two requests list the nodes that a stopped run may have created.
    expect(sent()).toHaveLength(3002);
    expect(bodies().slice(371, 373)).toEqual([
      { node_name: 'ABC000123', tags: [{ key: 'model', value: 'mk1' }] },
      { nodeid: nodeId, deviceid: 'fb72dd64-c85e-56f7-8303-d99f42d38f75' },
    ]);
    // A second run has nothing to do.
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(sent()).toHaveLength(3002);
    expect(await devices()).toEqual(rows);
  });

  test('ignores a byte order mark', async () => {
    const file = await provision('\ufeffABC000123\r\n', ({ url }) => documented(url, 'platform'));
    expect(await file.run()).toMatchObject({ code: 0, stderr: '' });
    expect((await file.devices())[1]).toMatch(/^ABC000123,fb72dd64-c85e-56f7-8303-d99f42d38f75,/);
  });

  test('tries again while the platform is busy, and stops when it stays busy', async () => {
    let failures = 3;
    const busy = await provision('A', ({ url }) => {
      failures -= 1;
      return failures >= 0 ? 503 : documented(url, 'platform');
    });
    const outcome = await busy.run();
    expect(outcome.code).toBe(0);
    expect(outcome.stderr.match(/again in \d+ s/g)).toEqual([
      'again in 1 s',
      'again in 2 s',
      'again in 4 s',
    ]);
    const down = await provision('A', () => 503);
    expect((await down.run()).code).toBe(1);
    expect(down.sent()).toHaveLength(6);
  });

  test('continues after a rejected serial number and exits with 1', async () => {
    let isFirst = true;
    const { run, devices } = await provision('A\nB\n', ({ url }) => {
      if (!isFirst || !url.endsWith('/node/create')) return documented(url, 'platform');
      isFirst = false;
      return { success: false, error: 'too long', reasonCode: 'generic::malformedrequest' };
    });
    expect(await run()).toMatchObject({
      code: 1,
      stdout: '1 of 2 devices are in devices.csv\n',
      stderr: 'A: /node/create: generic::malformedrequest too long\n',
    });
    expect((await devices())[1]).toMatch(/^B,/);
  });

  test.each([
    ['its node', (device: string) => device, 0],
    ['another node', () => 'another-device', 1],
  ])('a device that is known already is that of %s', async (_, deviceOf, code) => {
    const { run } = await provision('ABC000123', ({ url }) => {
      if (url.endsWith('/node/authorize'))
        return { success: false, error: 'known', reasonCode: 'node::devidexists' };
      if (!url.endsWith('/node/details')) return documented(url, 'platform');
      const deviceId = deviceOf('fb72dd64-c85e-56f7-8303-d99f42d38f75');
      return { success: true, data: { [nodeId]: { node_name: 'ABC000123', deviceId } } };
    });
    expect((await run()).code).toBe(code);
  });

  test('does not create a node again when the response was lost', async () => {
    const known: string[] = [];
    const { run, devices } = await provision('A', ({ url, body }) => {
      if (url.endsWith('/node/create')) {
        known.push((JSON.parse(body.toString()) as { node_name: string }).node_name);
        return 503;
      }
      if (!url.endsWith('/node/details')) return documented(url, 'platform');
      const data = Object.fromEntries(known.map((name) => [nodeId, { node_name: name }]));
      return { success: true, data };
    });
    expect(await run()).toMatchObject({ code: 0 });
    expect(known).toEqual(['A']);
    expect((await devices())[1]).toMatch(new RegExp(`^A,[0-9a-f-]{36},${nodeId},`));
  });
});

describe('provisioning/rotate_key.py', () => {
  const file = 'provisioning/rotate_key.py';
  const test = testWith(toolOf(file));

  test.each([
    ['/node/getConnectionKey', 1],
    ['/valuestore/getValue', 2],
  ])('continues to prepare with the same node after an error of %s', async (path, keys) => {
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    let isBusy = true;
    const { given, sent } = await startPlatform(({ url }) =>
      isBusy && url.endsWith(path) ? 429 : documented(url, 'platform'),
    );
    const command = commandWithoutPauses(file, given);
    const prepare = () =>
      runProgram({ ...command, args: [...command.args, 'prepare'], cwd: folder });
    const busy = await prepare();
    expect(busy.code).toBe(1);
    expect(busy.stderr).toContain(`${path}: HTTP 429`);
    isBusy = false;
    expect(await prepare()).toMatchObject({ code: 0, stderr: '' });
    expect(sent().filter((url) => url === '/node/create')).toHaveLength(1);
    expect(sent().filter((url) => url === '/node/getConnectionKey').length).toBeGreaterThanOrEqual(
      keys,
    );
    expect(sent().at(-1)).toBe('/valuestore/setValue');
  });

  test('copies all values, also when a page does not say how many there are', async () => {
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    const keys = Array.from({ length: 150 }, (_, index) => ({ key: `key-${index}` }));
    const copied: unknown[] = [];
    const { given } = await startPlatform((request) => {
      const response = documented(request.url, 'platform');
      const { key, offset = 0 } = bodyOf(request) as { key?: string; offset?: number };
      if (request.url.endsWith('/setValue')) copied.push(key);
      if (!request.url.endsWith('/scan')) return response;
      const { totalCount: _, ...page } = response;
      return { ...page, data: keys.slice(offset, offset + 100) };
    });
    const command = commandWithoutPauses(file, given);
    const run = { ...command, args: [...command.args, 'prepare'], cwd: folder };
    expect(await runProgram(run)).toMatchObject({ code: 0, stderr: '' });
    expect(copied).toEqual(keys.map(({ key }) => key));
  });

  test('continues after a power loss while it writes the new key', async () => {
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    const { given, sent } = await startPlatform(({ url }) => documented(url, 'platform'));
    const command = commandWithoutPauses(file, given);
    const run = { ...command, args: [...command.args, 'prepare'], cwd: folder };
    const env = { ...command.env, ...(await powerLoss(folder, 2)) };
    expect(await runProgram({ ...run, env })).toMatchObject({ code: 9 });
    expect(await runProgram(run)).toMatchObject({ code: 0, stderr: '' });
    expect(sent().filter((url) => url === '/node/create')).toHaveLength(1);
  });
});
