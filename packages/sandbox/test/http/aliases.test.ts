import { describe, expect, it } from 'vitest';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

// Routes that clients of the vendor use beside the documented ones: `x-aliases` of the documents.
describe('another route of an operation', () => {
  const harness = useHttpSandbox();

  it('binds a device at /device/bind', async () => {
    const { newDeviceId, nodes } = harness.project;
    const body = { deviceid: newDeviceId, bindingsecret: 'wrong', reqId: 'r1' };
    const rejected = await harness.http.device('/device/bind', nodes[1].connectionKey, body);
    expect(rejected).toMatchObject({
      status: 403,
      body: { reqId: 'r1', success: false, errcode: 1, errorcode: 1 },
    });
    const bound = await harness.http.device('/device/bind', nodes[1].connectionKey, {
      ...body,
      bindingsecret: nodes[1].bindingSecret,
    });
    expect(bound.body).toEqual({ reqId: 'r1', success: true, error: '', errcode: 0 });
    const without = await harness.http.send('/device/v1/device/bind', { body });
    expect(without.status).toBe(401);
  });

  it('is a probe by GET: no credential, no body', async () => {
    const probe = await harness.http.send('/device/v1/check', { method: 'GET' });
    expect(probe).toMatchObject({ status: 200, body: { success: true, error: '', errorcode: 0 } });
    // RFC 9110, 9.3.2: as GET, without content.
    const head = await harness.http.send('/device/v1/check', { method: 'HEAD' });
    expect([head.status, head.headers['content-type']]).toEqual([
      200,
      probe.headers['content-type'],
    ]);
    expect((await harness.http.send('/device/v1/check', { body: {} })).status).toBe(401);
  });

  it('is named when the method is another', async () => {
    const allowed = async (path: string) => {
      const { status, headers } = await harness.http.send(path, { method: 'PUT' });
      return [status, headers.allow];
    };
    expect(await allowed('/device/v1/check')).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    expect(await allowed('/device/v1/device/bind')).toEqual([405, 'POST, OPTIONS']);
  });
});
