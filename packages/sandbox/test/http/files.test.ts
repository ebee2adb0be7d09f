import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const file = Buffer.from('a firmware file with a byte that is no text: \xff', 'latin1');
const digest = createHash('sha256').update(file).digest('hex');

describe('files', () => {
  const harness = useHttpSandbox();

  /** Path and query of an address that the sandbox has given. */
  function below(url: string): string {
    expect(url).toMatch(/^http:\/\/localhost:80\/sandbox\/files\//);
    return url.slice('http://localhost:80'.length);
  }

  async function createAsset(): Promise<{ assetId: string; url: string }> {
    const { body } = await harness.http.platform('/assets/create', harness.project.apiKey, {
      ...{ assetIdentifier: 'it\'s "new" ü', assetVersion: '2', assetSigned: false },
    });
    const [first] = body.uploadUrls as { url: string }[];
    return { assetId: body.assetId as string, url: below(first?.url ?? '') };
  }
  const inject = (method: 'PUT' | 'GET', url: string, payload?: Buffer) =>
    harness.http.app.inject({
      ...{ method, url },
      ...(payload && { payload, headers: { 'content-type': 'application/octet-stream' } }),
    });

  it('are put to a signed address, deployed, and read by the device', async () => {
    const { apiKey, nodes } = harness.project;
    const { assetId, url } = await createAsset();
    const put = await inject('PUT', url, file);
    expect([put.statusCode, put.headers.etag]).toEqual([200, `"${digest}"`]);
    await harness.http.platform('/assets/completeUpload', apiKey, { assetId });
    const now = Math.floor(harness.http.now / 1000);
    const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 };
    await harness.http.platform('/deployments/create', apiKey, {
      ...{ deploymentStart: now, assetId, deployementFilter: {}, deploymentConfig: [stage] },
    });
    const next = await harness.http.device('/ota/next', nodes[0].connectionKey, {});
    const { asseturl } = next.body.data as { asseturl: string };
    const got = await inject('GET', below(asseturl));
    expect(got.rawPayload.equals(file)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''it%27s%20%22new%22%20%C3%BC-2",
    });
  });

  it('may be larger than the body of a call, and no larger than their own limit', async () => {
    const { url } = await createAsset();
    expect((await inject('PUT', url, Buffer.alloc(300_000))).statusCode).toBe(200);
    const { statusCode, body } = await inject('PUT', url, Buffer.alloc(8_000_001));
    expect(statusCode).toBe(413);
    expect(body).toContain('8000000 bytes');
  });

  it('are refused at another address, and at one that has expired', async () => {
    const { url } = await createAsset();
    const forged = await inject(
      'PUT',
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      file,
    );
    expect([forged.statusCode, forged.json<unknown>()]).toMatchObject([
      ...[403, { reasonCode: 'sandbox::addressforged' }],
    ]);
    expect((await inject('GET', url)).statusCode).toBe(403);
    harness.http.now += 25 * 3_600_000;
    const late = await inject('PUT', url, file);
    expect(late.json<unknown>()).toMatchObject({ reasonCode: 'sandbox::addressexpired' });
  });
});
