import { X509Certificate } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { exchange, getRequest, statusOf } from '../support/raw-http.ts';
import { policies, texts } from '../support/fixture-site.ts';
import { useSandboxServer, type Project } from './support.ts';

const harness = useSandboxServer();
/** `Accept` of a browser that opens a page. */
const asBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const port = () => Number(new URL(harness.origin).port);

function listNodes({ platformUrl, apiKey }: Project): Promise<Response> {
  return fetch(`${platformUrl}/node/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 10, offset: 0 }),
  });
}

/** Connects the project's device, publishes a heartbeat, and returns the response. */
async function heartbeat(url: string, { nodes: [node] }: Project): Promise<unknown> {
  const { deviceId, connectionKey } = node;
  const client = await connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
    reconnectPeriod: 0,
  });
  const response = new Promise<unknown>((resolve) => {
    client.once('message', (_topic, body) => {
      resolve(JSON.parse(body.toString()));
    });
  });
  await client.subscribeAsync(`$anedya/device/${deviceId}/response`);
  await client.publishAsync(`$anedya/device/${deviceId}/heartbeat/json`, '{"reqId":"1"}');
  const received = await response;
  await client.endAsync();
  return received;
}

describe('the creation of a project under a foreign name of this machine', () => {
  const creation = (target: string, host: string) =>
    exchange(
      port(),
      `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );

  it.each(['/projects', '/%70rojects', '/./projects', '/x/../projects', '/projects/'])(
    'is rejected: %s',
    async (below) => {
      const response = await creation(`/sandbox${below}`, 'evil.example');
      expect(statusOf(response)).toBe(403);
      expect(response).toContain('foreignhost');
    },
  );

  it('is possible under its own name', async () => {
    expect(statusOf(await creation('/sandbox/%70rojects', 'localhost'))).toBe(201);
  });
});

describe('a request that cannot be parsed', () => {
  const json = 'application/json';
  const gzip = { 'content-type': json, 'content-encoding': 'gzip' };
  // The fixture has neither an index nor MCP, so that only the type is checked there.
  const cases = [
    ...['/sandbox/platform/v1/node/list', '/sandbox/projects/import', '/page-views'].flatMap(
      (path) => [[path, {}, '{}'] as const, [path, gzip, '\x1f\x8b\b'] as const],
    ),
    ...['/mcp', '/1/indexes/*/queries'].map((path) => [path, {}, '{}'] as const),
  ];

  it.each(cases)('%s, with %j, gets an error in its format', async (path, headers, body) => {
    const { apiKey } = await harness.createProject();
    const response = await fetch(harness.origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'json',
        ...headers,
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json, text/event-stream',
        'x-algolia-application-id': 'self-hosted',
        'x-algolia-api-key': 'search-only',
      },
      body,
    });
    expect([400, 415]).toContain(response.status);
    const text = await response.text();
    expect(text).not.toMatch(/FST_|Unsupported Media Type|Bad Request|not UTF-8/);
    const form: Readonly<Record<string, object>> = {
      sandbox: { success: false, error: expect.stringContaining('Content-') as string },
      mcp: { jsonrpc: '2.0', error: { message: expect.any(String) as string } },
      'page-views': { error: 'bad_request', message: expect.any(String) as string },
      1: { message: expect.any(String) as string, status: expect.any(Number) as number },
    };
    expect(JSON.parse(text)).toMatchObject(form[path.split('/')[1] ?? ''] ?? {});
  });
});

describe('the sandbox in the server', () => {
  it('creates a project and serves it at the addresses in its response', async () => {
    const project = await harness.createProject();
    expect(project.platformUrl).toBe(`${harness.origin}/sandbox/platform/v1`);
    const response = await listNodes(project);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true, totalCount: 2 });
  });

  it("accepts MQTT on the site's port and on its own", async () => {
    const project = await harness.createProject();
    const { broker } = project;
    expect(broker.webSocket).toBe(`ws://127.0.0.1:${port()}/sandbox/mqtt`);
    const response = { reqId: '1', success: true };
    expect(await heartbeat(broker.webSocket, project)).toMatchObject(response);
    expect(await heartbeat(`mqtt://${broker.host}:${broker.tcp}`, project)).toMatchObject(response);
  });

  it('serves the certificate of its authority', async () => {
    const response = await fetch(`${harness.origin}/sandbox/ca.pem`);
    const certificate = new X509Certificate(await response.text());
    expect([certificate.ca, certificate.subject]).toEqual([true, 'CN=Anedya sandbox CA']);
  });

  it('responds to an unknown path with a JSON error', async () => {
    const response = await fetch(`${harness.origin}/sandbox/platform/v1/nodes`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ reasonCode: 'sandbox::unknownoperation' });
  });

  // docs/behavior.md, section 2: any unknown path shows the not-found page.
  it.each(['/sandbox/nope/', '/sandbox/platform/v1/nope', '/sandbox/%FF/'])(
    'shows a browser the not-found page at %s',
    async (path) => {
      const response = await fetch(harness.origin + path, { headers: { accept: asBrowser } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toBe(texts['404.html']);
    },
  );

  it('tells a browser what is wrong with a file that does not exist', async () => {
    const response = await fetch(`${harness.origin}/sandbox/files/download/nope`, {
      headers: { accept: asBrowser },
    });
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ success: false });
  });

  it("keeps the site's pages, and its policies on every response", async () => {
    expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
    for (const path of ['/sandbox/', '/sandbox/projects/current']) {
      expect((await harness.app.inject(path)).headers).toMatchObject(policies);
    }
  });

  it('logs no key of a project', async () => {
    const project = await harness.createProject();
    await listNodes(project);
    await heartbeat(project.broker.webSocket, project);
    const text = harness.lines.join('');
    expect(text).toContain('/sandbox/platform/v1/node/list');
    const [{ connectionKey }] = project.nodes;
    for (const secret of [project.apiKey, connectionKey]) expect(text).not.toContain(secret);
  });
});

describe('upgrades', () => {
  const upgrade = (to: string) => ['Connection: Upgrade', `Upgrade: ${to}`];
  const get = (target: string, to: string) =>
    exchange(port(), getRequest(target, upgrade(to)).replace('Connection: close\r\n', ''));

  it('ignores an upgrade to another protocol', async () => {
    const response = await get('/guide/', 'h2c');
    expect(statusOf(response)).toBe(200);
    expect(response).toContain('</html>');
  });

  it('accepts WebSocket at the paths of the broker and of streams only', async () => {
    expect(statusOf(await get('/guide/', 'websocket'))).toBe(200);
    expect(statusOf(await get('/sandbox/mqtt', 'websocket'))).toBe(400);
    expect(statusOf(await get('/sandbox/platform/v1/streams/connect', 'websocket'))).toBe(401);
  });

  it('handles an upgrade with a body as a normal request', async () => {
    const request = `POST /sandbox/projects HTTP/1.1\r\nHost: localhost\r\n${upgrade('h2c').join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`;
    expect(statusOf(await exchange(port(), request))).toBe(201);
  });
});
