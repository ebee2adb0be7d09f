import { describe, expect, it } from 'vitest';
import { handlers } from '../../src/sandbox.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

// `HttpSandbox.send` checks every response of every test against its document.
describe('every operation', () => {
  const harness = useHttpSandbox();

  it('has a handler, and every handler has an operation', async () => {
    const { device } = await apiDocuments();
    const published = device.mqtt?.published.map(({ operationId }) => `device/${operationId}`);
    const ids = [...operations.map(({ id }) => id), ...(published ?? [])];
    expect(Object.keys(handlers).sort()).toEqual(ids.sort());
  });

  it.each(operations)('$id rejects a body that is not a JSON object', async ({ api, path }) => {
    const { apiKey, nodes } = harness.project;
    const headers = api === 'platform' ? bearer(apiKey) : deviceKey(nodes[0].connectionKey);
    for (const text of ['[]', '"a"', 'null', '', '{}}', '{"a":1,}']) {
      const { status } = await harness.http.send(path, { headers, body: text });
      expect(status, text).toBe(400);
    }
  });
});

// specs/facts/platform-api.md, 2.5; specs/facts/device-api.md, 2.2
describe('the numeric code', () => {
  const harness = useHttpSandbox();
  const named = ['platform/node-details', 'platform/health-status', 'device/binddevice'];

  it.each(operations)('of $id has its name, in success and error responses', async (entry) => {
    const { id, api, path, operation } = entry;
    const name = named.includes(id) ? 'errcode' : 'errorcode';
    const other = name === 'errcode' ? 'errorcode' : 'errcode';
    const { body } = await harness.http.send(path, { body: '{' });
    expect(body).toMatchObject({ success: false, [name]: 1 });
    // The vendor's Python and C libraries read `errorcode` from a rejected bind, and crash without it.
    expect(body[other]).toBe(id === 'device/binddevice' ? 1 : undefined);
    expect(body.reasonCode !== undefined).toBe(api === 'platform');
    const example = operation.responses[0]?.examples[0]?.value;
    // The response of time sync has three times only.
    if (id !== 'device/http-time-sync') expect(example).toMatchObject({ [name]: 0 });
    expect(example).not.toHaveProperty(other);
  });
});

describe('the check of responses', () => {
  const harness = useHttpSandbox();
  const check = (changes: { status?: number; body?: object; headers?: object }) => () => {
    const body = { success: true, error: '', errorcode: 0, reasonCode: 'generic::ok' };
    harness.http.contract.check({
      path: '/platform/v1/node/delete',
      status: changes.status ?? 200,
      headers: { ...changes.headers },
      body: { ...body, ...changes.body },
    });
  };

  it('accepts what the document describes, and any response of another route', () => {
    expect(check({})).not.toThrow();
    const other = { path: '/projects', status: 200, headers: {}, body: { a: 1 } };
    expect(() => harness.http.contract.check(other)).not.toThrow();
  });

  it.each([
    ['a field of another type', { body: { errorcode: '0' } }, /errorcode/],
    ['a field that is not described', { body: { nodeId: 'a' } }, /nodeId/],
    ['a success that failed', { body: { success: false } }, /"success" is false/],
    ['a rejection that succeeded', { status: 400 }, /"success" is true/],
    ['a success with a text', { body: { error: 'a' } }, /"error" is "a"/],
    ['a success with a code', { body: { errorcode: 1 } }, /code/],
    ['a success with a reason', { body: { reasonCode: 'cmd::notfound' } }, /cmd::notfound/],
    ['a header of another operation', { headers: { 'x-sandbox-provisional': 'a' } }, /provisional/],
  ])('finds %s', (_name, changes, message) => {
    expect(check(changes)).toThrow(message);
  });
});
