import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFairness, repeat } from './support/probes.ts';
import { bearer, deviceKey, json, mcpHeaders, send, toolCall } from './support/sandbox-client.ts';
import { attacker, nextTurn, type Project } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

// What one client sends to the sandbox must not take the time of another one, which writes a point at a time meanwhile.
const server = useServer();

interface ProjectFile {
  readonly tables: Readonly<Record<string, readonly unknown[][]>>;
}

/** Time in which an import of the largest project ends, in milliseconds. */
const importTime = 30_000;

/** Most resident memory of the sandbox, in bytes. Above 1000 MB, the server restarts it. */
const mostMemory = 700_000_000;

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Infinity) * 1024;
  console.info(`${expect.getState().currentTestName ?? ''}: peak of ${Math.round(bytes / 1e6)} MB`);
  return bytes;
}

describe('one client', () => {
  let reader: Project;
  let own: Project;
  let file: ProjectFile;
  beforeAll(async () => {
    reader = await server.process.createProject();
    own = await server.process.createProject();
    const url = `${server.process.origin}/sandbox/projects/current/export`;
    file = JSON.parse((await send('GET', url, attacker(), bearer(own))).body) as ProjectFile;
  });

  const importUrl = () => `${server.process.origin}/sandbox/projects/import`;
  const exportUrl = () => `${server.process.origin}/sandbox/projects/current/export`;

  /** Writes a point, as a device does. */
  const probe = async () => {
    const data = [{ variable: 'temperature', value: 1, timestamp: Date.now() }];
    const url = `${reader.deviceUrl}/submitData`;
    const body = JSON.stringify({ data });
    return String((await send('POST', url, '127.9.9.9', deviceKey(reader), body)).status);
  };

  /** Repeats an attack, several times at once. The sandbox must not run out of memory. @returns the statuses of its responses */
  async function during(workers: number, attack: (worker: number) => Promise<number>) {
    const pid = await server.process.sandboxPid();
    const statuses = new Set<number>();
    const step = async (worker: number) => {
      statuses.add(await attack(worker));
      await nextTurn();
    };
    await expectFairness(probe, repeat(workers, step));
    expect(await server.process.sandboxPid()).toBe(pid);
    expect(await peakMemory(pid)).toBeLessThan(mostMemory);
    return [...statuses].sort((a, b) => a - b);
  }

  const post = async (url: string, from: string, headers: Record<string, string>, body: string) =>
    (await send('POST', url, from, headers, body)).status;

  it('that imports small values', async () => {
    const text = JSON.stringify({ ...file, tables: { nodes: [] } });
    const body = text.replace('"nodes":[]', `"nodes":[${'0,'.repeat(9_900_000)}0]`);
    const statuses = await during(2, () => post(importUrl(), attacker(1), bearer(own), body));
    for (const status of statuses) expect([400, 429]).toContain(status);
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
    const statuses = await during(90, () => post(url, attacker(2), deviceKey(own), body));
    for (const status of statuses) expect([200, 429]).toContain(status);
  });

  it('that imports white space in stages', async () => {
    const tables = structuredClone(file.tables);
    const [columns = [], ...rows] = tables.deployments ?? [];
    const stages = columns.indexOf('stages');
    for (const row of rows) row[stages] = `[${' '.repeat(4_500_000)}]`;
    expect(rows.length).toBeGreaterThan(0);
    const body = JSON.stringify({ ...file, tables });
    const statuses = await during(2, () => post(importUrl(), attacker(3), bearer(own), body));
    for (const status of statuses) expect([400, 429]).toContain(status);
  });

  describe('with a project full of points', () => {
    let full: string;
    beforeAll(() => {
      const [node] = file.tables.nodes?.[1] ?? [];
      const [header] = file.tables.points ?? [];
      const points = Array.from({ length: 195_000 }, (_, at) => [
        node,
        'temperature',
        at,
        at / 7,
        null,
      ]);
      const tables = {
        ...file.tables,
        points: [header, ...points],
        point_counts: [['points'], [points.length]],
      };
      full = JSON.stringify({ ...file, tables });
      expect(full.length).toBeGreaterThan(15_000_000);
    });

    it('that imports it all the time', async () => {
      const times: number[] = [];
      const statuses = await during(2, async () => {
        const start = performance.now();
        const status = await post(importUrl(), attacker(4), bearer(own), full);
        if (status === 200) times.push(performance.now() - start);
        return status;
      });
      console.info(`imports took ${times.map((time) => (time / 1000).toFixed(1)).join(', ')} s`);
      for (const status of statuses) expect([200, 429]).toContain(status);
      expect(times.length).toBeGreaterThan(0);
      expect(Math.max(...times)).toBeLessThan(importTime);
    });

    it('that exports it all the time', async () => {
      const statuses = await during(2, async () => {
        const { status } = await send('GET', exportUrl(), attacker(5), bearer(own));
        return status;
      });
      for (const status of statuses) expect([200, 429]).toContain(status);
    });

    it('whose request runs when the sandbox dies waits, and others do not', async () => {
      const client = attacker(9);
      const importing = post(importUrl(), client, bearer(own), full);
      // It takes longer than these.
      for (let index = 0; index < 20; index += 1) {
        expect(await probe()).toBe('200');
        await nextTurn();
      }
      process.kill(await server.process.sandboxPid(), 'SIGKILL');
      expect(await importing).toBe(502);
      await server.process.untilSandbox();
      const { status, headers, body } = await send('POST', importUrl(), client, bearer(own), '{}');
      expect([status, body]).toEqual([503, expect.stringContaining('sandbox::afterstop')]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(await probe()).toBe('200');
    });
  });

  it('that sends imports slowly keeps no other from importing', async () => {
    const headers = { ...bearer(own), 'content-length': '1000000' };
    const slow = Array.from({ length: 20 }, () => {
      const options = { method: 'POST', localAddress: attacker(6), headers, agent: false };
      const request = httpRequest(importUrl(), options);
      request.on('error', () => undefined).write('{');
      return request;
    });
    await nextTurn();
    const statuses = new Set<number>();
    for (let index = 0; index < 60; index += 1) {
      statuses.add(await post(importUrl(), attacker(100 + index), json, '{}'));
    }
    for (const request of slow) request.destroy();
    expect([...statuses]).toEqual([400]);
  });

  it('that sends requests of suspended nodes over MQTT through MCP', async () => {
    const tables = structuredClone(file.tables);
    const [columns = [], ...rows] = tables.nodes ?? [];
    for (const row of rows) row[columns.indexOf('suspended')] = 1;
    const body = JSON.stringify({ ...file, tables });
    const imported = await send('POST', importUrl(), attacker(7), bearer(own), body);
    expect(imported.status).toBe(200);
    const run = ({ apiKey }: Project, from: string) => {
      const data = [{ variable: 'temperature', value: 1, timestamp: Date.now() }];
      const args = { operation: 'device/submitdata', transport: 'mqtt', apiKey, body: { data } };
      const message = JSON.stringify(toolCall('run', args));
      return send('POST', `${server.process.origin}/mcp`, from, mcpHeaders, message);
    };
    // More than the broker accepts from one address, so that others would be rejected, too.
    for (let count = 0; count < 40; count += 1) {
      const from = Array.from({ length: 10 }, (_, index) => attacker(200 + index));
      const replies = await Promise.all(from.map((address) => run(own, address)));
      for (const { body: text } of replies) expect(text).toContain('cannot connect over MQTT');
    }
    const { status, body: text } = await run(reader, '127.9.9.9');
    expect([status, text]).toEqual([200, expect.stringContaining('over MQTT: success')]);
  });

  it('that resets its project all the time', async () => {
    const url = `${server.process.origin}/sandbox/projects/reset`;
    const statuses = await during(20, () => post(url, attacker(8), bearer(own), ''));
    for (const status of statuses) expect([200, 429]).toContain(status);
  });
});
