import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { attacker, nextTurn, type Project } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

// What one client sends to the sandbox must not take the time of another one, which probes it meanwhile.
const server = useServer();

interface Reply {
  readonly status: number;
  readonly body: string;
}

function send(
  method: string,
  url: string,
  from: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Reply> {
  return new Promise((resolve) => {
    const options = { method, localAddress: from, agent: false, headers } as const;
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      const end = () => resolve({ status: response.statusCode ?? 0, body: text });
      response.on('end', end).on('error', end);
    });
    request.on('error', () => resolve({ status: 0, body: '' }));
    request.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const bearer = ({ apiKey }: Project) => ({ authorization: `Bearer ${apiKey}`, ...json });
const deviceKey = ({ nodes: [{ connectionKey }] }: Project) => ({
  authorization: connectionKey,
  'auth-mode': 'key',
  ...json,
});

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Probes of another client: a write each, as a device sends it. */
const probes = 25;

/** Milliseconds that the median of the probes may take longer during an attack. */
const allowed = 250;

describe('one client', () => {
  let reader: Project;
  let own: Project;
  let file: { tables: Record<string, unknown[][]> };
  beforeAll(async () => {
    reader = await server.process.createProject();
    own = await server.process.createProject();
    const url = `${server.process.origin}/sandbox/projects/current/export`;
    const { body } = await send('GET', url, attacker(), bearer(own));
    file = JSON.parse(body) as typeof file;
  });

  /** Probes until there are enough, and returns the median of their times. Each must succeed. */
  async function probe(): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < probes; count += 1) {
      const start = performance.now();
      const data = [{ variable: 'temperature', value: 1, timestamp: Date.now() }];
      const body = JSON.stringify({ data });
      const url = `${reader.deviceUrl}/submitData`;
      const { status } = await send('POST', url, '127.9.9.9', deviceKey(reader), body);
      expect(status).toBe(200);
      times.push(performance.now() - start);
      await nextTurn();
    }
    return median(times);
  }

  /** Repeats an attack, several times at once, while the other client probes. */
  async function during(parallel: number, attack: () => Promise<unknown>): Promise<void> {
    const quiet = await probe();
    const pid = await server.process.sandboxPid();
    let isOver = false;
    const attacks = Array.from({ length: parallel }, async () => {
      while (!isOver) {
        await attack();
        await nextTurn();
      }
    });
    await nextTurn();
    const busy = await probe();
    isOver = true;
    await Promise.all(attacks);
    const name = expect.getState().currentTestName ?? '';
    console.info(`${name}: ${quiet.toFixed(0)} ms quiet, ${busy.toFixed(0)} ms during the attack`);
    expect(busy).toBeLessThan(quiet + allowed);
    // It did not run out of memory.
    expect(await server.process.sandboxPid()).toBe(pid);
  }

  const importUrl = () => `${server.process.origin}/sandbox/projects/import`;

  it('that imports small values', async () => {
    const tables = JSON.stringify({ ...file, tables: { nodes: [] } });
    const values = '0,'.repeat(9_900_000);
    const body = tables.replace('"nodes":[]', `"nodes":[${values}0]`);
    const statuses = new Set<number>();
    await during(2, async () => {
      statuses.add((await send('POST', importUrl(), attacker(1), bearer(own), body)).status);
    });
    expect([...statuses].every((status) => [400, 429].includes(status))).toBe(true);
  });

  it('that writes 1,000 points at a time with 90 requests in flight', async () => {
    const now = Date.now();
    const data = Array.from({ length: 1000 }, (_, index) => ({
      variable: 'temperature',
      value: index,
      timestamp: now - index * 1000,
    }));
    const body = JSON.stringify({ data });
    const url = `${own.deviceUrl}/submitData`;
    await during(90, () => send('POST', url, attacker(2), deviceKey(own), body));
  });

  it('that imports a project full of points, and exports it', async () => {
    const [node] = file.tables.nodes?.[1] ?? [];
    const points = Array.from({ length: 150_000 }, (_, at) => [node, 'temperature', at, at, null]);
    const tables = {
      ...file.tables,
      points: [file.tables.points?.[0], ...points],
      point_counts: [['points'], [points.length]],
    };
    const body = JSON.stringify({ ...file, tables });
    const statuses = new Set<number>();
    await during(2, async () => {
      statuses.add((await send('POST', importUrl(), attacker(3), bearer(own), body)).status);
    });
    // On a busy machine, the import itself may take longer than a response may.
    expect([...statuses].every((status) => [200, 429, 504].includes(status))).toBe(true);
    const url = `${server.process.origin}/sandbox/projects/current/export`;
    await during(2, () => send('GET', url, attacker(3), bearer(own)));
  });

  it('that sends two imports slowly keeps no other from importing', async () => {
    const slow = Array.from({ length: 2 }, () => {
      const headers = { ...bearer(own), 'content-length': '1000000' };
      const localAddress = attacker(4);
      const request = httpRequest(importUrl(), { method: 'POST', localAddress, headers });
      request.on('error', () => undefined).write('{');
      return request;
    });
    await nextTurn();
    const { status } = await send('POST', importUrl(), attacker(5), json, '{}');
    for (const request of slow) request.destroy();
    expect(status).toBe(400);
  });

  it('that resets its project all the time', async () => {
    const url = `${server.process.origin}/sandbox/projects/reset`;
    await during(20, () => send('POST', url, attacker(6), bearer(own)));
  });
});
