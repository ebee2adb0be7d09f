import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const harness = useHttpSandbox();
const node = () => harness.project.nodes[0];
const platform = (path: string, body: JsonValue) =>
  harness.http.platform(path, harness.project.apiKey, body);
const device = (path: string, body: JsonValue) =>
  harness.http.device(path, node().connectionKey, body);

describe('a request to an unknown path', () => {
  const errorAt = async (path: string) => (await harness.http.send(path, { body: {} })).body.error;

  it.each([
    ['/platform/v1/node/lists', 'Did you mean /node/list?'],
    ['/platform/v1/node/List', 'Did you mean /node/list?'],
    ['/platform/v1/nodes/create', 'Did you mean /node/create?'],
    ['/device/v1/submitdata', 'Did you mean /submitData?'],
    ['/device/v1/devices/bind', 'Did you mean /device/bind?'],
    ['/device/v1/node/list', 'operation of the Platform API, but this URL is of the Device API'],
    ['/platform/v1/submitData', 'operation of the Device API, but this URL is of the Platform API'],
    ['/platform/v1/quetzal', 'For all operations, see the reference.'],
    ['/platform/v1', 'has no operation at this address'],
  ])('%s is told: %s', async (path, text) => {
    expect(await errorAt(path)).toContain(text);
  });
});

describe('a credential of the other API', () => {
  const check = (headers: Record<string, string>) =>
    harness.http.send('/device/v1/check', { headers, body: {} });

  it('is named as an API key by the Device API', async () => {
    const { apiKey } = harness.project;
    const bare = await check(deviceKey(apiKey));
    expect([bare.status, bare.body.error]).toEqual([401, expect.stringContaining('an API key')]);
    const withBearer = await check(bearer(apiKey));
    expect(withBearer.body.error).toContain('without "Bearer"');
    const unknown = await check(deviceKey('0'.repeat(64)));
    expect(unknown.body.error).toContain('No node has this connection key');
  });

  it('is named as a connection key by the Platform API', async () => {
    const { connectionKey } = node();
    const { status, body } = await harness.http.platform('/node/list', connectionKey, {});
    expect([status, body.reasonCode]).toEqual([401, 'auth::tokennotfound']);
    expect(body.error).toContain('the connection key of a node');
  });
});

describe('a field that is probably a mistake', () => {
  const key = 'x-sandbox-warning';

  it('is named where a field is missing', async () => {
    const { status, body } = await platform('/node/delete', { node_id: node().nodeId });
    expect(status).toBe(400);
    expect(body.error).toBe('"nodeid" is missing. Unknown field "node_id": did you mean "nodeid"?');
    const nested = await device('/submitData', { data: [{ variable: 'temperature', values: 1 }] });
    expect(nested.body.error).toContain('Unknown field "data[0].values": did you mean "value"?');
  });

  it('is named in the form of a value that fits', async () => {
    const data = [{ variable: 'position', value: { lat: 1, lng: 2 }, timestamp: 0 }];
    expect((await device('/submitData', { data })).body.error).toBe(
      '"data[0].value.long" is missing. Unknown field "data[0].value.lng": did you mean "long"?',
    );
  });

  it.each([
    [{ lat: 91, long: 0 }, '"data[0].value.lat" must be a number, -90 to 90, in this sandbox.'],
    [{ lat: 0, long: 200 }, '"data[0].value.long" must be a number, -180 to 180, in this sandbox.'],
  ])('may be a position that does not exist: %j', async (value, text) => {
    const data = [{ variable: 'position', value, timestamp: 0 }];
    expect((await device('/submitData', { data })).body.error).toBe(text);
  });

  it.each([
    [
      '/submitData',
      '{"data":[{"variable":"temperature","value":1e400,"timestamp":0}]}',
      'data[0].value',
    ],
    [
      '/submitData',
      '{"data":[{"variable":"position","value":{"lat":1e999,"long":0},"timestamp":0}]}',
      'data[0].value.lat',
    ],
    ['/valuestore/setValue', '{"key":"a","value":1e400,"type":"float"}', 'value'],
  ])('may be a number that is too large: %s %s', async (path, body, field) => {
    const headers = deviceKey(node().connectionKey);
    const reply = await harness.http.send(`/device/v1${path}`, { headers, body });
    expect([reply.status, reply.body.error]).toEqual([
      400,
      `"${field}" is a number that is too large.`,
    ]);
  });

  it('is ignored, and told in a header, where nothing is missing', async () => {
    const { status, headers } = await platform('/node/list', { limt: 1, 温度ü: [] });
    expect(status).toBe(200);
    expect(headers[key]).toBe(
      'Unknown field "limt": did you mean "limit"? Unknown field "\\u6e29\\u5ea6\\u00fc" is ignored.',
    );
    expect((await platform('/node/list', { limit: 1 })).headers[key]).toBeUndefined();
    expect(headers['access-control-expose-headers']).toContain(key);
  });

  it('may be a name in another letter case', async () => {
    const { nodeId } = node();
    const listed = await platform('/node/list', { LIMIT: 1 });
    expect(listed.headers[key]).toBe(
      '"LIMIT" is read as "limit": send "limit", because the letter case of field names matters.',
    );
    const nested = await platform('/node/create', { node_name: 'a', node_desc: '', Tags: [] });
    expect(nested.headers[key]).toContain('"Tags" is read as "tags"');
    const both = await platform('/node/getConnectionKey', { nodeid: nodeId, NodeID: 'other' });
    expect(both.headers[key]).toContain('"NodeID" is ignored: use "nodeid"');
  });

  it('may be a time in the other unit', async () => {
    const seconds = Math.floor(harness.http.now / 1000);
    const command = { nodeid: node().nodeId, command: 'a', data: '', type: 'string' };
    const sent = await platform('/commands/send', { ...command, expiry: seconds + 3600 });
    expect([sent.status, sent.body.reasonCode]).toEqual([400, 'cmd::invalidexpiry']);
    expect(sent.body.error).toContain('"expiry" looks like Unix seconds: send milliseconds.');

    const range = { from: harness.http.now - 1000, to: harness.http.now };
    const nodes = [node().nodeId];
    const read = await platform('/data/getData', { variable: 'temperature', nodes, ...range });
    expect(read.status).toBe(400);
    expect(read.body.error).toContain('"from" looks like Unix milliseconds: send seconds.');

    const data = [{ variable: 'temperature', value: 1, timestamp: seconds }];
    const submitted = await device('/submitData', { data });
    expect([submitted.status, submitted.headers[key]]).toEqual([
      200,
      '"data[0].timestamp" looks like Unix seconds: send milliseconds.',
    ]);
    const logs = await platform('/logs/getLogs', { nodeid: node().nodeId, from: seconds });
    expect(logs.headers[key]).toContain('"from" looks like Unix seconds');
  });
});
