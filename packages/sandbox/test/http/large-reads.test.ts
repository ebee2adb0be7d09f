import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { ConnectionGuard } from '../../src/serve/connection-guard.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox.ts';
import { sandboxPlugin } from '../../src/serve/fastify.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, deviceKey, type Project } from '../support/http-sandbox.ts';
import { openTestPlatform, type TestPlatform } from '../support/test-store.ts';
import { openTimeout } from '../support/use-http-sandbox.ts';

const { reads } = limits;
const prefix = '/sandbox/platform/v1';
const text = 'x'.repeat(300);
/** As many texts as fit into a response. */
const wanted = 10_000;

describe('clients that do not read their responses', () => {
  const guard = new ConnectionGuard();
  const app = Fastify({ serverFactory: (handler) => guard.createServer(handler) });
  const connections = new Set<Socket>();
  let place: TestPlatform;
  let sandbox: Sandbox;
  let hog: Project;
  let honest: Project;
  let port: number;

  async function send<T>(path: string, headers: Record<string, string>, body: object): Promise<T> {
    const reply = await app.inject({
      method: 'POST',
      url: `/sandbox${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect(reply.statusCode, reply.body.slice(0, 200)).toBeLessThan(300);
    return reply.json<T>();
  }

  /** A project with points of text, one each second. */
  async function filledProject(points: number): Promise<Project> {
    const project = await send<Project>('/projects', {}, {});
    const { apiKey, nodes } = project;
    const variable = { name: 'Notes', variable: 'notes', type: 'status', ttl: 0 };
    await send('/platform/v1/variables/create', bearer(apiKey), variable);
    for (let from = 0; from < points; from += 500) {
      const data = Array.from({ length: Math.min(500, points - from) }, (_, at) => ({
        variable: 'notes',
        value: text,
        timestamp: (from + at + 1) * 1000,
      }));
      await send('/device/v1/submitData', deviceKey(nodes[0].connectionKey), { data });
    }
    return project;
  }

  beforeAll(async () => {
    place = await openTestPlatform();
    sandbox = await openSandbox(place.platform, { documents: await apiDocuments() });
    await app.register(sandboxPlugin(sandbox.responder), {
      prefix: '/sandbox',
      clientKey: ({ headers }) => String(headers['x-client']),
    });
    app.server.on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
    hog = await filledProject(wanted);
    honest = await filledProject(3);
  }, openTimeout);
  afterAll(async () => {
    await guard.end(0);
    await app.close();
    await sandbox.close();
    await place.remove();
  });

  const read = ({ nodes }: Project) =>
    JSON.stringify({ variable: 'notes', nodes: [nodes[0].nodeId], from: 0, to: wanted + 1 });

  /** Requests points several times on a new connection, and reads none of the responses. */
  async function askWithoutReading(project: Project, times: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const body = read(project);
    const lines = [
      `POST ${prefix}/data/getData HTTP/1.1`,
      'Host: localhost',
      'X-Client: hog',
      `Authorization: Bearer ${project.apiKey}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`.repeat(times));
    return socket;
  }

  function readAll(project: Project, client: string) {
    return fetch(`http://127.0.0.1:${port}${prefix}/data/getData`, {
      method: 'POST',
      headers: {
        ...bearer(project.apiKey),
        'x-client': client,
        'content-type': 'application/json',
      },
      body: read(project),
    });
  }

  it('hold no more than their share, while others are served; what they held is free when they go', async () => {
    // The system takes the first responses of a connection, and the process has to hold the rest.
    const sockets = await Promise.all(Array.from({ length: 10 }, () => askWithoutReading(hog, 8)));
    const { each } = reads.heldBytes;
    await expect
      .poll(() => sandbox.reads.inUse, { timeout: 60_000 })
      .toSatisfy(
        ({ running, waiting, heldBytes }: Sandbox['reads']['inUse']) =>
          running === 0 && waiting > 0 && heldBytes + reads.responseBytes > each,
      );
    expect(sandbox.reads.inUse.heldBytes).toBeLessThanOrEqual(each);
    const unsent = [...connections].map(({ writableLength }) => writableLength);
    expect(unsent.reduce((sum, length) => sum + length, 0)).toBeLessThan(each);

    const others = await readAll(honest, 'honest');
    expect(await others.json()).toMatchObject({ success: true, count: 3 });

    for (const socket of sockets) socket.destroy();
    const none = { running: 0, waiting: 0, heldBytes: 0 };
    await expect.poll(() => sandbox.reads.inUse, { timeout: 60_000 }).toEqual(none);
    expect(await (await readAll(hog, 'hog')).json()).toMatchObject({ count: wanted });
  });
});
