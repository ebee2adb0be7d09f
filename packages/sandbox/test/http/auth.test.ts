import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const window = 15 * 60;

describe('an API key', () => {
  const harness = useHttpSandbox();
  const list = (headers: Record<string, string>) =>
    harness.http.send('/platform/v1/node/list', { headers, body: { limit: 1 } });

  it('opens its project', async () => {
    expect((await list(bearer(harness.project.apiKey))).status).toBe(200);
    expect((await list({ authorization: `bearer  ${harness.project.apiKey}` })).status).toBe(200);
  });

  it.each([
    ['none', () => ({})],
    ['an empty one', () => ({ authorization: '' })],
    ['one without Bearer', () => ({ authorization: harness.project.apiKey })],
    ['another scheme', () => ({ authorization: `Basic ${harness.project.apiKey}` })],
    ['a wrong one', () => bearer('0'.repeat(64))],
    ['one in upper case', () => bearer(harness.project.apiKey.toUpperCase())],
    ['a connection key', () => bearer(harness.project.nodes[0].connectionKey)],
  ])('is needed: %s is rejected', async (_name, headers: () => Record<string, string>) => {
    const response = await list(headers());
    expect([response.status, response.body.reasonCode]).toEqual([401, 'auth::tokennotfound']);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });
});

describe('an access token', () => {
  const harness = useHttpSandbox();
  const path = '/platform/v1/data/latest';

  async function token(allow = ['data::getlatest'], ttlSec = 3600, variables = ['temperature']) {
    const { nodes, apiKey } = harness.project;
    const policy = { resources: { nodes: [nodes[0].nodeId], variables }, allow };
    const { body } = await harness.http.platform('/access/tokens/create', apiKey, {
      ttlSec,
      policy,
    });
    return body as unknown as { tokenId: string; token: string };
  }
  const latest = (more: JsonObject = {}) =>
    JSON.stringify({ nodes: [harness.project.nodes[0].nodeId], variable: 'temperature', ...more });
  const send = (headers: Record<string, string>, body: string, to = path) =>
    harness.http.send(to, { headers, body });
  const reasonOf = async (headers: Record<string, string>, body: string, to = path) => {
    const reply = await send(headers, body, to);
    return [reply.status, reply.body.reasonCode];
  };

  it('signs a request that its policy allows, and the same one again', async () => {
    const headers = harness.http.signed(await token(), latest());
    expect(await send(headers, latest())).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await send(headers, latest())).status).toBe(200);
  });

  it.each([-window, window])('is taken with a clock %d seconds off', async (offset) => {
    const at = Math.floor(harness.http.now / 1000) + (offset < 0 ? offset + 1 : offset);
    const headers = harness.http.signed(await token(), latest(), at);
    expect((await send(headers, latest())).status).toBe(200);
  });

  it.each([-window - 1, window + 1])('is rejected %d seconds off', async (offset) => {
    const at = Math.floor(harness.http.now / 1000) + offset;
    const headers = harness.http.signed(await token(), latest(), at);
    expect(await reasonOf(headers, latest())).toEqual([401, 'auth::accessdenied']);
  });

  it('signs the bytes of the body: another serialization of the same body is rejected', async () => {
    const headers = harness.http.signed(await token(), latest());
    expect(await reasonOf(headers, `${latest()} `)).toEqual([401, 'auth::accessdenied']);
    expect(await reasonOf(headers, latest({ a: 1 }))).toEqual([401, 'auth::accessdenied']);
  });

  const spoilt: readonly (readonly [string, Record<string, string>, string])[] = [
    ['another signature', { 'x-anedya-signature': '0'.repeat(64) }, 'auth::accessdenied'],
    ['no signature', { 'x-anedya-signature': '' }, 'auth::accessdenied'],
    ['another time', { 'x-anedya-timestamp': '1767268900' }, 'auth::accessdenied'],
    ['milliseconds', { 'x-anedya-timestamp': '1767268923000' }, 'auth::accessdenied'],
    ['no time', { 'x-anedya-timestamp': '' }, 'auth::accessdenied'],
    ['a time that is none', { 'x-anedya-timestamp': '1e9' }, 'auth::accessdenied'],
    ['another version', { 'x-anedya-signatureversion': 'v2' }, 'auth::accessdenied'],
    ['an unknown token', { 'x-anedya-tokenid': 'A'.repeat(24) }, 'auth::tokennotfound'],
    ['no token', { 'x-anedya-tokenid': '' }, 'auth::tokennotfound'],
  ];
  it.each(spoilt)('is rejected with %s', async (_name, headers, reason) => {
    const right = harness.http.signed(await token(), latest());
    expect(await reasonOf({ ...right, ...headers }, latest())).toEqual([401, reason]);
  });

  it.each<[Record<string, string>, string]>([
    [{ 'x-anedya-signature': '' }, 'The signed request has no X-Anedya-Signature.'],
    [
      { 'x-anedya-timestamp': '', 'x-anedya-signatureversion': '' },
      'The signed request has no X-Anedya-Timestamp and no X-Anedya-SignatureVersion.',
    ],
    [{ 'x-anedya-tokenid': '' }, 'The signed request has no X-Anedya-Tokenid.'],
    [
      { authorization: 'anedyasigv1' },
      'The header Authorization must be "Bearer", a space and the API key, or "ANEDYASIGV1" in a request that an access token signs.',
    ],
  ])('gets the name of what is missing: %j', async (headers, text) => {
    const right = harness.http.signed(await token(), latest());
    expect((await send({ ...right, ...headers }, latest())).body.error).toBe(text);
  });

  it('gets the reason if its signature is in upper case', async () => {
    const headers = harness.http.signed(await token(), latest());
    const signature = headers['x-anedya-signature']?.toUpperCase() ?? '';
    const { status, body } = await send({ ...headers, 'x-anedya-signature': signature }, latest());
    expect([status, body.reasonCode]).toEqual([401, 'auth::accessdenied']);
    expect(body.error).toBe('The signature is in upper case. Send it in lower case.');
  });

  it('is not offered where an operation needs the API key', async () => {
    const { body } = await send({ authorization: 'Basic a' }, '{}', '/platform/v1/node/list');
    expect(body.error).toBe('The header Authorization must be "Bearer", a space and the API key.');
  });

  it('is rejected with the secret of another token', async () => {
    const [a, b] = [await token(), await token()];
    const headers = harness.http.signed({ tokenId: a.tokenId, token: b.token }, latest());
    expect(await reasonOf(headers, latest())).toEqual([401, 'auth::accessdenied']);
  });

  it('ends when it is revoked', async () => {
    const made = await token();
    const headers = harness.http.signed(made, latest());
    const { apiKey } = harness.project;
    await harness.http.platform('/access/tokens/revoke', apiKey, { tokenId: made.tokenId });
    expect(await reasonOf(headers, latest())).toEqual([401, 'auth::tokennotfound']);
  });

  it('ends when its life is over', async () => {
    const made = await token(['data::getlatest'], 60);
    harness.http.now += 59_999;
    expect((await send(harness.http.signed(made, latest()), latest())).status).toBe(200);
    harness.http.now += 1;
    expect(await reasonOf(harness.http.signed(made, latest()), latest())).toEqual([
      401,
      'auth::tokennotfound',
    ]);
  });

  it('is rejected if its policy does not allow the operation', async () => {
    const made = await token(['data::getsnapshot']);
    const denied = [403, 'auth::accessdenied'];
    expect(await reasonOf(harness.http.signed(made, latest()), latest())).toEqual(denied);
    const other = latest({ variable: 'position' });
    const narrow = await token();
    expect(await reasonOf(harness.http.signed(narrow, other), other)).toEqual(denied);
    const foreign = latest({ nodes: [harness.project.nodes[1].nodeId] });
    expect(await reasonOf(harness.http.signed(narrow, foreign), foreign)).toEqual(denied);
  });

  it.each(['/node/list', '/access/tokens/create', '/assets/list', '/variables/list'])(
    'is rejected at %s, which needs the API key',
    async (operation) => {
      const headers = harness.http.signed(await token(), '{}');
      expect(await reasonOf(headers, '{}', `/platform/v1${operation}`)).toEqual([
        403,
        'auth::accessdenied',
      ]);
    },
  );
});

describe('a connection key', () => {
  const harness = useHttpSandbox();
  const check = async (headers: Record<string, string>, path = '/check', body: JsonObject = {}) => {
    const reply = await harness.http.send(`/device/v1${path}`, { headers, body });
    return [reply.status, reply.body.success];
  };

  it('needs the mode in lower case, and the error says so', async () => {
    const headers = { ...deviceKey(harness.project.nodes[0].connectionKey), 'auth-mode': 'KEY' };
    const { body } = await harness.http.send('/device/v1/check', { headers, body: {} });
    expect(body.error).toBe('The header Auth-mode is "KEY". Send "Auth-mode: key".');
  });

  it('sends requests as its node', async () => {
    const { connectionKey } = harness.project.nodes[0];
    expect(await check(deviceKey(connectionKey))).toEqual([200, true]);
  });

  it.each([
    [
      'no mode',
      ({ authorization }: Record<string, string>) => ({ authorization: `${authorization}` }),
    ],
    ['another mode', (right: Record<string, string>) => ({ ...right, 'auth-mode': 'bearer' })],
    ['no key', () => ({ 'auth-mode': 'key' })],
    ['a wrong key', () => deviceKey('0'.repeat(32))],
    [
      'a prefix',
      ({ authorization }: Record<string, string>) => deviceKey(`Bearer ${authorization}`),
    ],
    ['the API key', () => deviceKey(harness.project.apiKey)],
  ])(
    'is rejected with %s',
    async (_name, spoil: (right: Record<string, string>) => Record<string, string>) => {
      const right = deviceKey(harness.project.nodes[0].connectionKey);
      expect(await check(spoil(right))).toEqual([401, false]);
    },
  );

  it('of a node without a device binds one before anything else', async () => {
    const { connectionKey, bindingSecret, nodeId } = harness.project.nodes[1];
    const headers = deviceKey(connectionKey);
    expect(await check(headers, '/commands/next')).toEqual([403, false]);
    expect(await check(headers)).toEqual([200, true]);
    const deviceid = harness.project.newDeviceId;
    expect(await check(headers, '/bindDevice', { deviceid, bindingsecret: bindingSecret })).toEqual(
      [200, true],
    );
    expect(await check(headers, '/commands/next')).toEqual([200, true]);
    const { body } = await harness.http.platform('/node/details', harness.project.apiKey, {
      nodes: [nodeId],
    });
    expect(body).toMatchObject({ data: { [nodeId]: { bindingstatus: true, deviceId: deviceid } } });
  });

  it('of a node whose device is authorized binds it with the first request', async () => {
    const { apiKey } = harness.project;
    const preauth_id = '00000000-0000-4000-8000-00000000d00a';
    const created = await harness.http.platform('/node/create', apiKey, {
      node_name: 'a',
      preauth_id,
    });
    const nodeid = created.body.nodeId as string;
    const status = async () => {
      const { body } = await harness.http.platform('/node/details', apiKey, { nodes: [nodeid] });
      return (body.data as Record<string, JsonObject>)[nodeid];
    };
    const before = await status();
    expect(before?.bindingstatus).toBe(false);
    expect(await check(deviceKey(before?.connectionKey as string), '/heartbeat')).toEqual([
      200,
      true,
    ]);
    expect((await status())?.bindingstatus).toBe(true);
  });
});
