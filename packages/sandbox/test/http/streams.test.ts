import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Change, JsonObject } from '../../src/core/context.ts';
import { limits, type StreamLimits, streamLimits } from '../../src/core/limits.ts';
import { localRateLimit } from '../../src/core/shared-state.ts';
import { frameOf } from '../../src/core/stream-frames.ts';
import { StreamEndpoint } from '../../src/streams/endpoint.ts';
import { ManualTimers } from '../mqtt/support/manual-timers.ts';
import { bearer, type Project } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

interface Token {
  readonly tokenId: string;
  readonly token: string;
}

const small: StreamLimits = { ...streamLimits, project: 2, outboundBytes: 200_000 };

describe('streams', () => {
  const harness = useHttpSandbox();
  const timers = new ManualTimers();
  const sockets: WebSocket[] = [];
  const errors: unknown[] = [];
  let server: Server;
  let endpoint: StreamEndpoint;

  beforeAll(() => {
    const clock = { now: () => harness.http.now };
    const { sandbox } = harness.http;
    endpoint = new StreamEndpoint({
      access: sandbox.streamAccess,
      limits: small,
      clock,
      timers,
      connects: localRateLimit({ burst: 1000, perSecond: 1 }, clock),
      report: (error) => errors.push(error),
    });
    sandbox.listen((announcement) => {
      endpoint.announce(announcement);
    });
    server = createServer().on('upgrade', (request, socket, head) => {
      endpoint.upgrade(request, socket, head, 'client');
    });
    return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await Promise.all(sockets.splice(0).map(ended));
    expect(errors).toEqual([]);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function ended(socket: WebSocket): Promise<void> {
    if (socket.readyState === socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      socket.once('close', () => {
        resolve();
      });
      socket.terminate();
    });
  }

  const sourcesOf = ({ nodes: [{ nodeId }] }: Project) => ({
    sources: { nodes: [nodeId] },
    events: ['valuestore::updates'],
    variables: ['temperature'],
    expiry: 3600,
  });
  const create = (changes: JsonObject = {}, project = harness.project) =>
    harness.http.platform('/streams/create', project.apiKey, { ...sourcesOf(project), ...changes });

  async function streamOf(project = harness.project, changes: JsonObject = {}): Promise<string> {
    return (await create(changes, project)).body.streamId as string;
  }

  async function tokenFor(
    streamId: string,
    { allow = ['streams::connect'], ttlSec = 3600, project = harness.project } = {},
  ): Promise<Token> {
    const policy = { resources: { streams: [streamId] }, allow };
    const body = { ttlSec, policy };
    const made = await harness.http.platform('/access/tokens/create', project.apiKey, body);
    return made.body as unknown as Token;
  }

  /** Credentials as query parameters, as browsers send them. */
  function query(streamId: string, token: Token): string {
    const names = new URLSearchParams({
      ...harness.http.signed(token, ''),
      'x-anedya-streamid': streamId,
    });
    return `?${names.toString().replace('authorization', 'Authorization')}`;
  }

  function open(suffix: string, headers: Record<string, string> = {}): WebSocket {
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${suffix}`, { headers });
    sockets.push(socket);
    return socket;
  }

  const opened = (socket: WebSocket) =>
    new Promise<WebSocket>((resolve, reject) => {
      socket.once('open', () => {
        resolve(socket);
      });
      socket.once('error', reject);
    });

  /** Status and reason code of a rejected upgrade. */
  const rejected = (socket: WebSocket) =>
    new Promise<string>((resolve, reject) => {
      socket.once('open', () => {
        reject(new Error('the stream is open'));
      });
      socket.once('error', () => undefined);
      socket.once('unexpected-response', (_request, response) => {
        response.on('data', (text: Buffer) => {
          const { reasonCode } = JSON.parse(text.toString()) as { reasonCode: string };
          resolve(`${response.statusCode} ${reasonCode}`);
        });
      });
    });

  const frames = (socket: WebSocket, count: number) =>
    new Promise<string[]>((resolve) => {
      const received: string[] = [];
      socket.on('message', (bytes: Buffer) => {
        received.push(bytes.toString('hex'));
        if (received.length === count) resolve(received);
      });
    });
  const closed = (socket: WebSocket) =>
    new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
  const hex = (change: Change) => Buffer.from(frameOf(change)).toString('hex');

  async function connected(project = harness.project): Promise<WebSocket> {
    const streamId = await streamOf(project);
    return opened(open(query(streamId, await tokenFor(streamId, { project }))));
  }

  const submit = (data: JsonObject[], project = harness.project, node: 0 | 1 = 0) =>
    harness.http.device('/submitData', project.nodes[node].connectionKey, { data });
  const point = (value: number): JsonObject => ({ variable: 'temperature', value, timestamp: 0 });
  const sent = (value: number, project = harness.project): Change => ({
    kind: 'point',
    nodeId: project.nodes[0].nodeId,
    variable: 'temperature',
    type: 'float',
    value,
    timestamp: harness.http.now,
  });

  it('send points of their variables and values of their nodes, in order, and nothing else', async () => {
    const socket = await connected();
    const other = await harness.http.createProject();
    const received = frames(socket, 4);
    await submit([point(1), { variable: 'door_state', value: 'open', timestamp: 0 }, point(2)]);
    await submit([point(9)], other);
    const [{ nodeId, connectionKey }, { nodeId: second }] = harness.project.nodes;
    for (const id of [second, nodeId]) {
      await harness.http.platform('/valuestore/setValue', harness.project.apiKey, {
        namespace: { scope: 'node', id },
        key: 'mode',
        value: 'eco',
        type: 'string',
      });
    }
    const set = { key: 'mode', value: 2.5, type: 'float' };
    await harness.http.device('/valuestore/setValue', connectionKey, set);
    const value = {
      kind: 'value',
      nodeId,
      key: 'mode',
      modified: Math.floor(harness.http.now / 1000),
    } as const;
    expect(await received).toEqual([
      hex(sent(1)),
      hex(sent(2)),
      hex({ ...value, type: 'string', value: 'eco' }),
      hex({ ...value, type: 'float', value: 2.5 }),
    ]);
  });

  it('send nothing of a rejected request', async () => {
    const socket = await connected();
    const received = frames(socket, 1);
    const { status } = await submit([point(1), { variable: 'none', value: 1, timestamp: 0 }]);
    expect(status).toBe(404);
    await submit([point(3)]);
    expect(await received).toEqual([hex(sent(3))]);
  });

  it('accept credentials in headers', async () => {
    const streamId = await streamOf();
    const headers = harness.http.signed(await tokenFor(streamId), '');
    await opened(open('', { ...headers, 'x-anedya-streamid': streamId }));
  });

  it('are reached by the URL in the response', async () => {
    const { body } = await create();
    expect(body.streamURL).toBe('ws://localhost/sandbox/platform/v1/streams/connect');
    const plain = await harness.http.send('/platform/v1/streams/connect', { method: 'GET' });
    expect([plain.status, plain.body.reasonCode]).toEqual([426, 'sandbox::websocketonly']);
  });

  describe('reject a client', () => {
    it.each<[string, (streamId: string, token: Token) => Promise<string> | string, string]>([
      ['without credentials', () => '', '401 auth::tokennotfound'],
      [
        'with a wrong signature',
        (id, token) => query(id, { ...token, token: 'x' }),
        '401 auth::accessdenied',
      ],
      [
        'with an unknown token',
        (id, token) => query(id, { ...token, tokenId: 'x' }),
        '401 auth::tokennotfound',
      ],
      [
        'with a token id that PostgreSQL cannot store',
        (id, token) => query(id, { ...token, tokenId: '\0' }),
        '401 auth::tokennotfound',
      ],
      [
        'with a token for another stream',
        async (_, token) => query(await streamOf(), token),
        '403 auth::accessdenied',
      ],
      [
        'with a token that does not allow it',
        async (id) => query(id, await tokenFor(id, { allow: ['data::getlatest'] })),
        '403 auth::accessdenied',
      ],
      [
        'with the token of another project',
        async (id) =>
          query(id, await tokenFor(id, { project: await harness.http.createProject() })),
        '404 sandbox::streamnotfound',
      ],
    ])('%s', async (_, suffixOf, expected) => {
      const streamId = await streamOf();
      const token = await tokenFor(streamId);
      expect(await rejected(open(await suffixOf(streamId, token)))).toBe(expected);
    });

    it('with a stale signature, and of a stream that has expired', async () => {
      const streamId = await streamOf(harness.project, { expiry: 1000 });
      const token = await tokenFor(streamId);
      const stale = query(streamId, token);
      harness.http.now += limits.signatureAge + 1000;
      expect(await rejected(open(stale))).toBe('401 auth::accessdenied');
      harness.http.now += 200_000;
      expect(await rejected(open(query(streamId, token)))).toBe('404 sandbox::streamnotfound');
    });
  });

  it('limit the connections of a project', async () => {
    const project = await harness.http.createProject();
    const streamId = await streamOf(project);
    const suffix = query(streamId, await tokenFor(streamId, { project }));
    const [first] = [await opened(open(suffix)), await opened(open(suffix))];
    expect(await rejected(open(suffix))).toBe('429 sandbox::toomany');
    await ended(first);
    await expect.poll(() => opened(open(suffix)).catch(() => undefined)).toBeDefined();
  });

  it('disconnect a client whose token was revoked, at the next check', async () => {
    const streamId = await streamOf();
    const token = await tokenFor(streamId);
    const socket = await opened(open(query(streamId, token)));
    await harness.http.platform('/access/tokens/revoke', harness.project.apiKey, {
      tokenId: token.tokenId,
    });
    const code = closed(socket);
    timers.advance(small.check);
    expect(await code).toBe(1008);
  });

  it('disconnect all clients of a project that is reset', async () => {
    const project = await harness.http.createProject();
    const code = closed(await connected(project));
    await harness.http.send('/projects/reset', { headers: bearer(project.apiKey) });
    expect(await code).toBe(1008);
  });

  it('disconnect a client that does not respond to pings', async () => {
    const streamId = await streamOf();
    const suffix = query(streamId, await tokenFor(streamId));
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${suffix}`, { autoPong: false });
    sockets.push(socket);
    await opened(socket);
    const pinged = new Promise((resolve) => socket.once('ping', resolve));
    const code = closed(socket);
    timers.advance(small.check);
    await pinged;
    timers.advance(small.check);
    expect(await code).toBe(1006);
  });

  it('disconnect a client that does not read', async () => {
    const socket = await connected();
    const code = closed(socket);
    socket.pause();
    const namespace = { scope: 'node', id: harness.project.nodes[0].nodeId };
    const value = { namespace, key: 'large', value: 'x'.repeat(100_000), type: 'string' };
    // The buffers of both sockets of the connection fill first.
    let isDisconnected = false;
    for (let count = 0; count < 200 && !isDisconnected; count += 1) {
      await harness.http.platform('/valuestore/setValue', harness.project.apiKey, value);
      // The network makes progress between requests only.
      await new Promise((resolve) => setImmediate(resolve));
      isDisconnected = endpoint.size === 0;
    }
    expect(isDisconnected).toBe(true);
    socket.resume();
    expect(await code).toBe(1006);
  });

  it('disconnect a client that sends large messages, or many', async () => {
    const large = await connected();
    const largeCode = closed(large);
    large.send('x'.repeat(small.messageBytes + 1));
    expect(await largeCode).toBe(1009);
    const many = await connected();
    const manyCode = closed(many);
    for (let count = 0; count <= small.received.burst; count += 1) many.send('x');
    expect(await manyCode).toBe(1008);
  });

  describe('are not created', () => {
    const [unknown] = ['019f0000-0000-7000-8000-00000000ffff'];
    it.each<[string, JsonObject, string]>([
      ['without nodes', { sources: {} }, '400 generic::malformedrequest'],
      ['with an unknown node', { sources: { nodes: [unknown] } }, '400 generic::malformedrequest'],
      ['with an unknown variable', { variables: ['none'] }, '400 generic::malformedrequest'],
      ['without data', { events: [], variables: [] }, '400 generic::malformedrequest'],
      ['with an unknown event', { events: ['x'] }, '400 generic::malformedrequest'],
      ['for more than 30 days', { expiry: 2_592_001 }, '400 generic::malformedrequest'],
      [
        'for deletions, whose frames are not documented',
        { events: ['valuestore::delete'] },
        '501 sandbox::notemulated',
      ],
      [
        'for events, whose frames are not documented',
        { events: ['events::nodeevents'] },
        '501 sandbox::notemulated',
      ],
    ])('%s', async (_, changes, expected) => {
      const { status, body } = await create(changes);
      expect(`${status} ${body.reasonCode as string}`).toBe(expected);
    });

    it('above the limit of the project, in which expired ones do not count', async () => {
      const project = await harness.http.createProject();
      for (let count = 0; count < limits.project.streams; count += 1) {
        expect((await create({ expiry: 60 }, project)).status).toBe(200);
      }
      const { body } = await create({}, project);
      expect(body.reasonCode).toBe('sandbox::toomany');
      expect(body.error).toContain('Wait until one expires, reset the project');
      harness.http.now += 60_000;
      expect((await create({}, project)).status).toBe(200);
    });
  });

  it('close all connections with the server', async () => {
    const code = closed(await connected());
    await endpoint.close();
    expect(await code).toBe(1001);
    const streamId = await streamOf();
    const suffix = query(streamId, await tokenFor(streamId));
    expect(await rejected(open(suffix))).toBe('503 sandbox::full');
  });
});
