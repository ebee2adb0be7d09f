import { describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('a request', () => {
  const harness = useHttpSandbox();
  const key = () => bearer(harness.project.apiKey);
  const path = '/platform/v1/node/list';

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('by %s is told to POST', async (method) => {
    const { status, headers, body } = await harness.http.send(path, { method });
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
    expect(body).toMatchObject({ success: false, reasonCode: 'sandbox::methodnotallowed' });
  });

  it.each([
    ['/projects', 'POST, DELETE, OPTIONS'],
    ['/projects/rules', 'GET, PUT, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ])('to %s by another method is told its methods', async (url, allow) => {
    const { status, headers, body } = await harness.http.send(url, { method: 'PATCH' });
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(body).toMatchObject({ success: false, reasonCode: 'sandbox::methodnotallowed' });
  });

  it.each(['/platform/v1/node/List', '/platform/v1', '/device/v1/node/list', '/nothing'])(
    'to %s finds nothing',
    async (unknown) => {
      const { status, body } = await harness.http.send(unknown, { body: {} });
      expect(status).toBe(404);
      expect(body.success ?? false).toBe(false);
      // specs/facts/device-api.md, 2.1: the Device API has numbers alone.
      if (unknown.startsWith('/device')) expect(body).not.toHaveProperty('reasonCode');
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'with a body of type %s is told the right one',
    async (type) => {
      const headers = { ...key(), 'content-type': type };
      const { status, body } = await harness.http.send(path, { headers, body: '{"limit":1}' });
      expect([status, body.reasonCode]).toEqual([415, 'generic::malformedrequest']);
      expect(body.error).toContain('application/json');
    },
  );

  it('with parameters in its type is taken', async () => {
    const headers = { ...key(), 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await harness.http.send(path, { headers, body: '{"limit":1}' })).status).toBe(200);
  });

  it('is told the field that is wrong', async () => {
    const { status, body } = await harness.http.platform('/node/list', harness.project.apiKey, {
      limit: 0,
    });
    expect([status, body.reasonCode]).toEqual([400, 'generic::malformedrequest']);
    expect(body.error).toContain('"limit"');
  });

  it('may be as large as the limit, and no larger', async () => {
    const frame = JSON.stringify({ limit: 1, pad: '' });
    const sized = (bytes: number) =>
      JSON.stringify({ limit: 1, pad: 'a'.repeat(bytes - frame.length) });
    const send = (bytes: number) => harness.http.send(path, { headers: key(), body: sized(bytes) });
    expect((await send(limits.bodyBytes)).status).toBe(200);
    const { status, body } = await send(limits.bodyBytes + 1);
    expect([status, body.reasonCode]).toEqual([413, 'sandbox::bodytoolarge']);
  });

  it('with bytes that are not UTF-8 is rejected', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect((await harness.http.send(path, { headers: key(), body })).status).toBe(400);
  });

  it('of a device returns its id, cut to 36 characters, also if it is rejected', async () => {
    const send = (reqId: string, connectionKey: string) =>
      harness.http.device('/check', connectionKey, { reqId });
    const { connectionKey } = harness.project.nodes[0];
    expect((await send('req-1', connectionKey)).body.reqId).toBe('req-1');
    expect((await send('', connectionKey)).body.reqId).toBe('');
    const inLowerCase = await harness.http.device('/check', connectionKey, { reqid: 'req-2' });
    expect(inLowerCase.body.reqId).toBe('req-2');
    expect((await send('a'.repeat(100), connectionKey)).body.reqId).toBe('a'.repeat(36));
    expect((await send('\u{1F600}'.repeat(40), connectionKey)).body.reqId).toBe(
      '\u{1F600}'.repeat(36),
    );
    expect(await send('a'.repeat(101), connectionKey)).toMatchObject({
      status: 400,
      body: { reqId: 'a'.repeat(36) },
    });
    expect((await send('req-2', 'wrong')).body).toMatchObject({ reqId: 'req-2', success: false });
    const { body } = await harness.http.device('/check', connectionKey, {});
    expect(body).toEqual({ success: true, error: '', errorcode: 0 });
  });

  it('for the time needs no credential', async () => {
    const { status, body } = await harness.http.send('/device/v1/time', {
      body: { deviceSendTime: 52_000 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      deviceSendTime: 52_000,
      serverReceiveTime: harness.http.now,
      serverSendTime: harness.http.now,
    });
  });

  it('of a page of any origin may be made and read', async () => {
    const preflight = await harness.http.send(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase();
    const used = { ...harness.http.signed({ tokenId: '', token: '' }, ''), ...deviceKey('') };
    for (const name of [...Object.keys(used), 'content-type', 'content-disposition']) {
      expect(allowed.split(', ')).toContain(name);
    }
    const { headers } = await harness.http.send(path, { body: {} });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toContain('x-sandbox-provisional');
  });
});
