import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runProgram, type Outcome } from '../samples/support/run-program.ts';
import { ApiServer, type Writer } from './support/api-server.ts';
import { documented, expectRequest, type JsonObject } from './support/contract.ts';
import { powerLoss } from './support/power-loss.ts';
import { commandOf, runExample } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const file = 'ota/ota.py';
/** Larger than one read of the program. */
const firmware = Buffer.from('firmware 1.2.0 '.repeat(10_000));
const checksum = createHash('sha256').update(firmware).digest('hex');
const asset = documented('/ota/next').data as JsonObject;

/** Runs the program. @param origin of the fake platform */
const run = (origin: string) =>
  runExample(file, {
    ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
    ANEDYA_DEVICE_URL: `${origin}/v1`,
  });

/**
 * Offers a deployment of the file.
 * @param changes changes to its asset
 * @param problems responses to the first downloads; the program runs once more after them
 */
async function deploy(changes: JsonObject, problems: readonly (number | Writer)[] = []) {
  const waiting = [...problems];
  const server = await ApiServer.start(({ url, method }) => {
    if (method === 'GET') return waiting.shift() ?? firmware;
    if (url !== '/v1/ota/next') return documented(url);
    const asseturl = `${server.origin}/main-firmware?am=device?exp=1767229200`;
    const data = { ...asset, assetChecksum: checksum, assetSize: firmware.length, asseturl };
    return { ...documented(url), data: { ...data, ...changes } };
  });
  onTestFinished(() => server.stop());
  const failed: Outcome[] = [];
  for (const _ of problems) failed.push(await run(server.origin));
  const outcome = await run(server.origin);
  const reports = server.requests.filter(({ url }) => url === '/v1/ota/updateStatus');
  const downloads = server.requests.filter(({ method }) => method === 'GET');
  return {
    failed,
    outcome,
    asked: server.requests
      .filter(({ url }) => url === '/v1/ota/next')
      .map((one) => expectRequest(one)),
    reports: reports.map((one) => expectRequest(one)),
    downloads: downloads.map(({ url }) => url),
    keys: downloads.map(({ headers }) => headers.authorization),
  };
}

describe(file, () => {
  const test = testWith(toolOf(file));
  const { deploymentId } = asset;

  test('installs a file that matches its asset', async () => {
    const { outcome, asked, reports, downloads, keys } = await deploy({});
    expect(outcome).toMatchObject({ code: 0, stdout: 'install main-firmware 1.2.0\n' });
    expect(asked).toEqual([{}]);
    // The second question mark of the link is replaced with an ampersand; the key is sent only to the Device API.
    expect(downloads).toEqual(['/main-firmware?am=device&exp=1767229200']);
    expect(keys).toEqual([undefined]);
    expect(reports).toEqual([
      { deploymentId, status: 'start', log: 'download started' },
      { deploymentId, status: 'success', log: 'installed 1.2.0' },
    ]);
  });

  test.each([
    ['another checksum', { assetChecksum: '0'.repeat(64) }, /differs from assetChecksum/],
    ['a signature', { assetSigned: true, assetSignature: 'x' }, /the asset is signed/],
  ])('reports failure and installs nothing: %s', async (_, changes, log) => {
    const { outcome, reports } = await deploy(changes);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toMatch(log);
    expect(reports).toEqual([
      { deploymentId, status: 'start', log: 'download started' },
      { deploymentId, status: 'failure', log: expect.stringMatching(log) as string },
    ]);
  });

  const interrupted: Writer = (response) => {
    response.writeHead(200, { 'content-length': firmware.length });
    response.write(firmware.subarray(0, 100_000), () => response.destroy());
  };

  test.each<[string, number | Writer, RegExp]>([
    ['no response', (response) => response.destroy(), /closed connection/],
    ['an interrupted download', interrupted, /download interrupted|reset/],
    ['an expired link', 403, /HTTP Error 403/],
  ])('stays at start after a network error, then installs: %s', async (_, problem, message) => {
    const { failed, outcome, reports } = await deploy({}, [problem]);
    expect(failed).toMatchObject([
      { code: 1, stdout: '', stderr: expect.stringMatching(message) as string },
    ]);
    expect(outcome).toMatchObject({ code: 0, stdout: 'install main-firmware 1.2.0\n' });
    expect(reports.map(({ status }) => status)).toEqual(['start', 'start', 'success']);
  });

  test('installs the update after a power loss while it writes the result', async () => {
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    const server = await ApiServer.start(({ url, method }) => {
      if (method === 'GET') return firmware;
      if (url !== '/v1/ota/next') return documented(url);
      const data = { ...asset, assetChecksum: checksum, asseturl: `${server.origin}/file` };
      return { ...documented(url), data };
    });
    onTestFinished(() => server.stop());
    const command = commandOf(file, {
      ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
      ANEDYA_DEVICE_URL: `${server.origin}/v1`,
    });
    const env = { ...command.env, ...(await powerLoss(folder, 1)) };
    expect(await runProgram({ ...command, cwd: folder, env })).toMatchObject({ code: 9 });
    expect(await runProgram({ ...command, cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'install main-firmware 1.2.0\n',
      stderr: '',
    });
  });

  test('stays at start when there is no connection', async () => {
    const { outcome, reports } = await deploy({ asseturl: 'http://localhost:1/x' });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/connection refused/i);
    expect(reports).toEqual([{ deploymentId, status: 'start', log: 'download started' }]);
  });

  test('prints why the platform rejects its key', async () => {
    const rejection = JSON.stringify({ success: false, error: 'unknown key', errorcode: 1 });
    const server = await ApiServer.start(
      () => (response) => response.writeHead(401).end(rejection),
    );
    onTestFinished(() => server.stop());
    expect(await run(server.origin)).toMatchObject({
      code: 1,
      stderr: `HTTP 401: ${rejection}\n`,
    });
  });

  test('does nothing without a deployment', async () => {
    const server = await ApiServer.start(({ url }) => ({
      ...documented(url),
      deploymentAvailable: false,
      data: null,
    }));
    onTestFinished(() => server.stop());
    const outcome = await run(server.origin);
    expect(outcome).toMatchObject({ code: 0, stdout: 'nothing to do\n' });
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/ota/next']);
  });
});
