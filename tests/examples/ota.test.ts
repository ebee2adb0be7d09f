import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import { ApiServer } from './support/api-server.ts';
import { documented, expectRequest, type JsonObject } from './support/contract.ts';
import { runExample } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const file = 'ota/ota.py';
/** Larger than one read of the program. */
const firmware = Buffer.from('firmware 1.2.0 '.repeat(10_000));
const checksum = createHash('sha256').update(firmware).digest('hex');
const asset = documented('/ota/next').data as JsonObject;

/** Offers a deployment of the file. @param changes changes to its asset */
async function deploy(changes: JsonObject) {
  const server = await ApiServer.start(({ url, method }) => {
    if (method === 'GET') return firmware;
    if (url !== '/v1/ota/next') return documented(url);
    const asseturl = `${server.origin}/main-firmware?am=device?exp=1767229200`;
    const data = { ...asset, assetChecksum: checksum, assetSize: firmware.length, asseturl };
    return { ...documented(url), data: { ...data, ...changes } };
  });
  onTestFinished(() => server.stop());
  const outcome = await runExample(file, {
    ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
    ANEDYA_DEVICE_URL: `${server.origin}/v1`,
  });
  const reports = server.requests.filter(({ url }) => url === '/v1/ota/updateStatus');
  const downloads = server.requests.filter(({ method }) => method === 'GET');
  return {
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
    ['a link to nowhere', { asseturl: 'http://localhost:1/x' }, /connection refused/i],
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

  test('does nothing without a deployment', async () => {
    const server = await ApiServer.start(({ url }) => ({
      ...documented(url),
      deploymentAvailable: false,
      data: null,
    }));
    onTestFinished(() => server.stop());
    const outcome = await runExample(file, {
      ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
      ANEDYA_DEVICE_URL: `${server.origin}/v1`,
    });
    expect(outcome).toMatchObject({ code: 0, stdout: 'nothing to do\n' });
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/ota/next']);
  });
});
