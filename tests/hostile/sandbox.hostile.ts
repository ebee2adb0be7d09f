import { readFileSync } from 'node:fs';
import path from 'node:path';
import { get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from '../../packages/openapi-model/src/index.ts';
import { attacker, nextTurn, type Project } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();
const root = path.resolve(import.meta.dirname, '../..');

interface Reply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Sends a request from an address. @param onResponse receives the response before its body is read */
function send(
  url: string,
  from: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  onResponse?: (response: IncomingMessage) => void,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: 'POST', localAddress: from, agent: false, headers },
      (response) => {
        if (onResponse) {
          onResponse(response);
          resolve({ status: response.statusCode ?? 0, retryAfter: undefined, text: '' });
          return;
        }
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter, text });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const platformHeaders = ({ apiKey }: Project) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
});
const deviceHeaders = ({ nodes: [{ connectionKey }] }: Project) => ({
  authorization: connectionKey,
  'auth-mode': 'key',
  'content-type': 'application/json',
});

const day = 86_400_000;

describe('the sandbox', () => {
  let project: Project;
  beforeAll(async () => {
    project = await server.process.createProject();
  });

  it('serves others during large responses that are not read', async () => {
    const [{ nodeId }] = project.nodes;
    const now = Date.now();
    for (let batch = 0; batch < 20; batch += 1) {
      const data = Array.from({ length: 500 }, (_, index) => ({
        variable: 'temperature',
        value: index,
        timestamp: now - (batch * 500 + index) * 100,
      }));
      const { status } = await send(
        `${project.deviceUrl}/submitData`,
        attacker(3),
        deviceHeaders(project),
        JSON.stringify({ data }),
      );
      expect(status).toBe(200);
    }
    const body = JSON.stringify({
      variable: 'temperature',
      nodes: [nodeId],
      from: Math.floor((now - day) / 1000),
      to: Math.floor(now / 1000),
      limit: 10_000,
      order: 'desc',
    });
    await server.attack(async (hold) => {
      const responses: IncomingMessage[] = [];
      const statuses = new Set<number>();
      const asked = Array.from({ length: 200 }, async (_, index) => {
        const { status } = await send(
          `${project.platformUrl}/data/getData`,
          attacker(index % 4),
          platformHeaders(project),
          body,
          (response) => responses.push(response.pause()),
        ).catch(() => ({ status: 0 }));
        statuses.add(status);
      });
      await Promise.all(asked);
      expect([...statuses].filter((status) => ![0, 200, 429, 503].includes(status))).toEqual([]);
      await hold();
      for (const response of responses) response.destroy();
    });
    const { status } = await send(
      `${project.platformUrl}/node/list`,
      '127.0.0.1',
      platformHeaders(project),
      '{"limit":10}',
    );
    expect(status).toBe(200);
  });

  /** URL and headers of each operation, for a project. */
  async function targets(of: Project) {
    const found: { url: string; headers: Record<string, string> }[] = [];
    for (const api of ['platform', 'device'] as const) {
      const file = `specs/${api}.openapi.yaml`;
      const document = await parseDocument(readFileSync(path.join(root, file), 'utf8'), file);
      const base = api === 'platform' ? of.platformUrl : of.deviceUrl;
      const headers = api === 'platform' ? platformHeaders(of) : deviceHeaders(of);
      for (const operation of document.operations) {
        found.push({ url: base + operation.path, headers });
      }
    }
    return found;
  }

  it('responds to deep, wide and huge JSON on all operations with a client error', async () => {
    const other = await server.process.createProject();
    const deep = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    const wide = `{${Array.from({ length: 12_000 }, (_, index) => `"k${index}":0`).join()}}`;
    const bodies = [
      deep,
      '['.repeat(100_000),
      wide,
      `"${'x'.repeat(400_000)}"`,
      `{"__proto__":${deep}}`,
    ];
    const failures: string[] = [];
    const all = await targets(other);
    expect(all.length).toBeGreaterThanOrEqual(52);
    await server.attack(async () => {
      for (const [index, { url, headers }] of all.entries()) {
        for (const body of bodies) {
          const { status } = await send(url, attacker(index), headers, body).catch(() => ({
            status: 0,
          }));
          // The connection may be closed before an oversized body has been sent.
          const isCut = status === 0 && body.length >= 256_000;
          if (!isCut && (status === 0 || status >= 500)) failures.push(`${url} ${status}`);
        }
      }
    });
    expect(failures).toEqual([]);
  });

  it('restarts when its process is killed under load, with all acknowledged data', async () => {
    const own = await server.process.createProject();
    const [{ nodeId }] = own.nodes;
    const start = Date.now();
    const acknowledged: number[] = [];
    const statuses = new Set<number>();
    let number = 0;
    const submit = async (): Promise<boolean> => {
      number += 1;
      const value = number;
      const { status } = await send(
        `${own.deviceUrl}/submitData`,
        attacker(5),
        deviceHeaders(own),
        JSON.stringify({ data: [{ variable: 'temperature', value, timestamp: start + value }] }),
      ).catch(() => ({ status: 0 }));
      if (status === 200) acknowledged.push(value);
      statuses.add(status);
      return status === 200;
    };
    await server.attack(async () => {
      for (let round = 0; round < 2; round += 1) {
        await Promise.all(Array.from({ length: 50 }, submit));
        const pid = await server.process.sandboxPid();
        const load = Promise.all(Array.from({ length: 50 }, submit));
        process.kill(pid, 'SIGKILL');
        await load;
        while (!(await submit())) await nextTurn();
      }
    });
    // 0 means a connection that was closed in the middle of a response.
    expect([...statuses].filter((status) => ![0, 200, 429, 502, 503].includes(status))).toEqual([]);
    const { text } = await send(
      `${own.platformUrl}/data/getData`,
      '127.0.0.1',
      platformHeaders(own),
      JSON.stringify({
        variable: 'temperature',
        nodes: [nodeId],
        from: Math.floor(start / 1000),
        to: Math.floor(start / 1000) + 60,
      }),
    );
    const { data } = JSON.parse(text) as { data: Record<string, { value: number }[]> };
    const kept = new Set(data[nodeId]?.map(({ value }) => value));
    expect(acknowledged.filter((value) => !kept.has(value))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
  });

  it('serves metrics only to this machine', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      httpGet(`${server.process.origin}/metrics`, { agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });

  // This test is the last one, because the sandbox is full afterward.
  it('accepts new projects after 25 addresses fill it, or responds with a time to retry', async () => {
    await server.attack(async () => {
      for (let index = 0; index < 600; index += 1) {
        await send(`${server.process.origin}/sandbox/projects`, attacker(index % 30), {}, '');
      }
      const reply = await send(`${server.process.origin}/sandbox/projects`, attacker(99), {}, '');
      expect(reply.status === 200 || reply.status === 201 || reply.retryAfter !== undefined).toBe(
        true,
      );
    });
  });
});
