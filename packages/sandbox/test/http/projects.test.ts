import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { limits } from '../../src/core/limits.ts';
import { bearer } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('projects over HTTP', () => {
  const harness = useHttpSandbox();
  const current = (apiKey: string) =>
    harness.http.send('/projects/current', { method: 'GET', headers: bearer(apiKey) });

  it('are created with keys, addresses and content', async () => {
    const { status, body } = await harness.http.send('/projects');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      apiKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      platformUrl: 'http://localhost/sandbox/platform/v1',
      deviceUrl: 'http://localhost/sandbox/device/v1',
    });
    const { apiKey, ...shown } = body;
    const again = expect.any(String) as string;
    expect((await current(apiKey as string)).body).toEqual({
      ...shown,
      newDeviceId: again,
      examples: { ...(shown.examples as JsonObject), 'new device id': again },
    });
  });

  it('are read back by every kind of request', async () => {
    const { apiKey, nodes } = harness.project;
    const [{ nodeId, connectionKey }] = nodes;
    const latest = await harness.http.platform('/data/latest', apiKey, {
      nodes: [nodeId],
      variable: 'temperature',
    });
    const newest = Math.floor(harness.http.now / 300_000) * 300;
    expect(latest.body).toMatchObject({ data: { [nodeId]: { timestamp: newest } } });
    const next = await harness.http.device('/commands/next', connectionKey, {});
    expect(next.body).toMatchObject({ available: true, command: 'set-led' });
    const value = await harness.http.device('/valuestore/getValue', connectionKey, {
      namespace: { scope: 'self', id: '' },
      key: 'push-interval',
    });
    expect(value.body).toMatchObject({ value: 30, type: 'float' });
    const asset = await harness.http.platform('/assets/list', apiKey, {
      filter: { status: 'deployable' },
    });
    expect(asset.body).toMatchObject({ count: 1 });
  });

  describe('created by pages', () => {
    const other = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    const create = (headers: Record<string, string>, address: string) =>
      harness.http.send('/projects', { headers, address });

    it.each<[string, Record<string, string>, number]>([
      ['the sandbox itself', { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }, 201],
      ['itself behind a proxy', { origin: 'https://a.b', 'sec-fetch-site': 'same-origin' }, 201],
      ['itself in an old browser', { host: 'a.example', origin: 'http://a.example' }, 201],
      [
        'an allowed origin',
        { origin: 'https://docs.example', 'sec-fetch-site': 'cross-site' },
        201,
      ],
      ['a port of this machine', { origin: 'http://127.0.0.1:5173' }, 201],
      ['this machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }, 201],
      ['another site', other, 403],
      ['another site in an old browser', { origin: 'https://other.example' }, 403],
      [
        'another host of the site',
        { origin: 'http://b.a.example', 'sec-fetch-site': 'same-site' },
        403,
      ],
      ['a name that looks local', { origin: 'http://localhost.example' }, 403],
      ['another scheme', { host: 'a.example', origin: 'https://a.example' }, 403],
      ['a file or a frame without an origin', { origin: 'null' }, 403],
      ['no origin at all', { 'sec-fetch-site': 'cross-site' }, 403],
    ])('of %s', async (_which, headers, expected) => {
      const { status, body } = await create(headers, '203.0.113.4');
      expect(status).toBe(expected);
      if (status === 403) expect(body.reasonCode).toBe('sandbox::foreignpage');
    });

    it('of other sites do not use up the projects of a visitor', async () => {
      for (let count = 0; count <= limits.creation.max; count += 1) {
        expect((await create(other, '203.0.113.5')).status).toBe(403);
      }
      expect((await create({}, '203.0.113.5')).status).toBe(201);
    });
  });

  it('count the events that devices submit', async () => {
    const { apiKey, nodes } = await harness.http.createProject();
    const event = { eventType: 'door-unlocked', timestamp: 1_767_225_600_000, data: {} };
    const sent = await harness.http.device('/events/submit', nodes[0].connectionKey, event);
    expect(sent).toMatchObject({ status: 200, body: { success: true, errorcode: 0 } });
    const { events } = (await current(apiKey)).body.usage as JsonObject;
    expect(events).toEqual({ used: 1, limit: limits.project.events });
  });

  it('are reset and dropped by their key', async () => {
    const { projectId, apiKey, nodes } = await harness.http.createProject();
    const reset = await harness.http.send('/projects/reset', { headers: bearer(apiKey) });
    expect([reset.status, reset.body.projectId]).toEqual([200, projectId]);
    const again = await harness.http.send('/projects/reset', { headers: bearer(apiKey) });
    expect(again.body.projectId).toBe(projectId);
    expect((await current(apiKey)).body.projectId).toBe(projectId);
    expect(JSON.stringify(reset.body)).not.toContain(nodes[0].connectionKey);
    expect((await harness.http.device('/check', nodes[0].connectionKey, {})).status).toBe(401);
    const dropped = await harness.http.send('/projects', {
      method: 'DELETE',
      headers: bearer(apiKey),
    });
    expect(dropped.status).toBe(200);
    expect((await current(apiKey)).body.reasonCode).toBe('auth::tokennotfound');
  });

  it.each([
    ['GET', '/projects/current'],
    ['POST', '/projects/reset'],
    ['DELETE', '/projects'],
  ] as const)('%s %s needs the key', async (method, path) => {
    const { status, body } = await harness.http.send(path, { method });
    expect([status, body.reasonCode]).toEqual([401, 'auth::tokennotfound']);
    const signed = harness.http.signed({ tokenId: 'a', token: 'b' }, '');
    expect((await harness.http.send(path, { method, headers: signed })).status).toBe(403);
  });

  it('end after a day without a request, and stay with one', async () => {
    const [used, idle] = [await harness.http.createProject(), await harness.http.createProject()];
    harness.http.now += limits.idle - 1;
    expect((await current(used.apiKey)).status).toBe(200);
    harness.http.now += 1;
    expect((await current(used.apiKey)).status).toBe(200);
    const device = harness.http.device('/check', idle.nodes[0].connectionKey, {});
    expect((await device).status).toBe(401);
    expect((await current(idle.apiKey)).body.reasonCode).toBe('auth::tokennotfound');
  });

  it('are created so often from one address, and later again', async () => {
    const create = (address: string) => harness.http.send('/projects', { address });
    for (let made = 0; made < limits.creation.max; made += 1) {
      expect((await create('203.0.113.1')).status).toBe(201);
    }
    const { status, headers, body } = await create('203.0.113.1');
    expect([status, body.reasonCode]).toEqual([429, 'sandbox::toomanyprojects']);
    expect((await create('203.0.113.2')).status).toBe(201);
    harness.http.now += Number(headers['retry-after']) * 1000;
    expect((await create('203.0.113.1')).status).toBe(201);
  });
});
