import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const file = Buffer.from('a firmware file with a byte that is no text: \xff', 'latin1');
const digest = createHash('sha256').update(file).digest('hex');

describe('files', () => {
  const harness = useHttpSandbox();

  /** Path and query of an address that the sandbox has given. */
  function below(url: string): string {
    expect(url).toMatch(/^http:\/\/localhost\/sandbox\/files\//);
    return url.slice('http://localhost'.length);
  }

  async function createAsset(): Promise<{ assetId: string; url: string }> {
    const { body } = await harness.http.platform('/assets/create', harness.project.apiKey, {
      assetIdentifier: 'it\'s "new" ü',
      assetVersion: '2',
      assetSigned: false,
    });
    const [first] = body.uploadUrls as { url: string }[];
    return { assetId: body.assetId as string, url: below(first?.url ?? '') };
  }
  const inject = (method: 'PUT' | 'GET' | 'POST' | 'HEAD', url: string, payload?: Buffer) =>
    harness.http.app.inject({
      method,
      url,
      ...(payload && { payload, headers: { 'content-type': 'application/octet-stream' } }),
    });

  /** Uploads the file and rolls it out. @returns the address that the device is given */
  async function deploy(): Promise<string> {
    const { apiKey, nodes } = harness.project;
    const { assetId, url } = await createAsset();
    const put = await inject('PUT', url, file);
    expect([put.statusCode, put.headers.etag]).toEqual([200, `"${digest}"`]);
    await harness.http.platform('/assets/completeUpload', apiKey, { assetId });
    const now = Math.floor(harness.http.now / 1000);
    const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 };
    await harness.http.platform('/deployments/create', apiKey, {
      deploymentStart: now,
      assetId,
      deployementFilter: {},
      deploymentConfig: [stage],
    });
    const next = await harness.http.device('/ota/next', nodes[0].connectionKey, {});
    const { asseturl } = next.body.data as { asseturl: string };
    return below(asseturl);
  }

  it('are put to a signed address, deployed, and read by the device', async () => {
    const got = await inject('GET', await deploy());
    expect(got.rawPayload.equals(file)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''it%27s%20%22new%22%20%C3%BC-2",
    });
  });

  it('are read at the same address after an import has replaced the data of the project', async () => {
    const url = await deploy();
    const { apiKey } = harness.project;
    const headers = bearer(apiKey);
    for (let count = 0; count < 2; count += 1) {
      const exported = await harness.http.send('/projects/current/export', {
        method: 'GET',
        headers,
      });
      const imported = await harness.http.send('/projects/import', {
        headers,
        body: exported.body,
      });
      expect(imported.status).toBe(200);
      const got = await inject('GET', url);
      expect([got.statusCode, got.rawPayload.equals(file)]).toEqual([200, true]);
    }
  });

  describe('are resumed by a range', () => {
    const size = file.length;
    const get = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      harness.http.app.inject({ method, url: await deploy(), headers });

    it.each([
      ['bytes=0-0', 0, 0],
      ['bytes=10-', 10, size - 1],
      ['Bytes=10-19', 10, 19],
      ['bytes=10-9999', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=-9999', 0, size - 1],
    ])('%s', async (range, first, last) => {
      const got = await get({ range });
      expect(got.statusCode).toBe(206);
      expect(got.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'content-range': `bytes ${first}-${last}/${size}`,
        'content-length': String(last - first + 1),
      });
      expect(got.rawPayload.equals(file.subarray(first, last + 1))).toBe(true);
    });

    // RFC 9110, 14.2: a server may ignore what it does not take.
    it.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'bytes=a-b', 'items=0-1', ''])(
      'and as a whole at "%s"',
      async (range) => {
        const got = await get({ range });
        expect([got.statusCode, got.rawPayload.length]).toEqual([200, size]);
        expect(got.headers).toMatchObject({ 'accept-ranges': 'bytes' });
        expect(got.headers).not.toHaveProperty('content-range');
      },
    );

    it.each([`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999999999999-'])(
      'and not beyond their end: %s',
      async (range) => {
        const got = await get({ range });
        expect([got.statusCode, got.headers['content-range']]).toEqual([416, `bytes */${size}`]);
        expect(got.json<unknown>()).toMatchObject({ reasonCode: 'sandbox::rangenotsatisfiable' });
      },
    );

    it('while they are still the same file', async () => {
      const url = await deploy();
      const inRange = (condition: string) =>
        harness.http.app.inject({ url, headers: { range: 'bytes=1-2', 'if-range': condition } });
      const { etag } = (await inject('GET', url)).headers;
      expect(etag).toMatch(/^"[0-9a-f-]{36}"$/);
      expect((await inRange(String(etag))).statusCode).toBe(206);
      expect((await inRange('"another"')).statusCode).toBe(200);
      expect((await inRange('Wed, 21 Oct 2015 07:28:00 GMT')).statusCode).toBe(200);
    });

    // RFC 9110, 13.2.2.
    it('only under their conditions', async () => {
      const url = await deploy();
      const { etag } = (await inject('GET', url)).headers;
      const get = async (headers: Record<string, string>) =>
        (await harness.http.app.inject({ url, headers })).statusCode;
      const known = await harness.http.app.inject({
        url,
        headers: { 'if-none-match': String(etag), range: 'bytes=1-2' },
      });
      expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
      expect(await get({ 'if-none-match': `"another", W/${etag}` })).toBe(304);
      expect(await get({ 'if-none-match': '*' })).toBe(304);
      expect(await get({ 'if-none-match': '"another"' })).toBe(200);
      expect(await get({ 'if-match': `"another", ${etag}` })).toBe(200);
      expect(await get({ 'if-match': '*' })).toBe(200);
      expect(await get({ 'if-match': `W/${etag}` })).toBe(412);
      expect(await get({ 'if-match': '"another"', 'if-none-match': '*' })).toBe(412);
    });

    it('and described as a whole by HEAD', async () => {
      const got = await get({ range: 'bytes=1-2' }, 'HEAD');
      expect([got.statusCode, got.headers['content-length']]).toEqual([200, String(size)]);
    });
  });

  it('may be larger than the body of a request, and no larger than their own limit', async () => {
    const { url } = await createAsset();
    expect((await inject('PUT', url, Buffer.alloc(300_000))).statusCode).toBe(200);
    const { statusCode, body } = await inject('PUT', url, Buffer.alloc(8_000_001));
    expect(statusCode).toBe(413);
    expect(body).toContain('8000000 bytes');
  });

  it('are told the method of their URL', async () => {
    const { url } = await createAsset();
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const { statusCode, headers } = await inject(method, url);
      expect([statusCode, headers.allow]).toEqual([405, 'PUT, OPTIONS']);
    }
    const get = await inject('GET', url);
    expect(get.json()).toMatchObject({
      error: 'This URL does not accept GET. Send PUT.',
      reasonCode: 'sandbox::methodnotallowed',
    });
    const put = await inject('PUT', await deploy(), file);
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('are rejected at another URL, and at an expired one', async () => {
    const { url } = await createAsset();
    const forged = await inject(
      'PUT',
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      file,
    );
    expect([forged.statusCode, forged.json<unknown>()]).toMatchObject([
      403,
      { reasonCode: 'sandbox::addressforged' },
    ]);
    harness.http.now += 25 * 3_600_000;
    const late = await inject('PUT', url, file);
    expect(late.json<unknown>()).toMatchObject({ reasonCode: 'sandbox::addressexpired' });
  });
});
