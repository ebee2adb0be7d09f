import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { limits } from '../../src/limits.ts';
import {
  createSocketFolder,
  processLauncher,
  type SocketFolder,
} from '../../src/sandbox/launch.ts';
import { Supervisor } from '../../src/sandbox/supervisor.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { anyLoad } from '../support/in-process-sandbox.ts';
import { listen } from '../support/raw-http.ts';
import { addDocuments, type Project } from './support.ts';

// Each test starts the sandbox as a process.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// These tests run the sandbox as a separate process, kill it, suspend it and take its store away.

const entry = new URL('../../src/sandbox-main.ts', import.meta.url);
const patience = { timeout: 60_000, interval: 20 };

let siteDir = '';
beforeAll(async () => {
  siteDir = await writeFixtureSite();
  await addDocuments(siteDir);
});
afterAll(() => rm(siteDir, { recursive: true, force: true }));

interface Server {
  readonly origin: string;
  readonly supervisor: Supervisor;
  readonly lines: readonly string[];
  readonly folder: string;
  /** ID of the sandbox process. */
  pid(): number;
  close(): Promise<void>;
}

/** Starts a server with a supervised sandbox over a folder. */
async function serve(folder: string, memoryBytes = 1_000_000_000): Promise<Server> {
  const lines: string[] = [];
  const pids: number[] = [];
  const socket: SocketFolder = createSocketFolder();
  const launch = processLauncher(entry, memoryBytes, ['--import', 'tsx']);
  const supervisor = new Supervisor({
    settings: { dataDir: folder, host: '127.0.0.1', mqttPorts: {}, memoryBytes },
    socketPath: socket.socketPath,
    launch: (listener) => {
      const made = launch(listener);
      if (made.pid !== undefined) pids.push(made.pid);
      return made;
    },
    limits: { ...limits.sandbox.process, heartbeat: 100, missedHeartbeats: 20 },
  });
  const app: FastifyInstance = await buildApp({
    siteDir,
    basePath: '/',
    trustProxy: false,
    logLevel: 'warn',
    pressure: anyLoad,
    logStream: { write: (line) => void lines.push(line) },
    // Clients here retry at once, whatever Retry-After says.
    sandbox: { upstream: supervisor, rate: { window: 3_600_000, max: 1_000_000 } },
  });
  const origin = `http://127.0.0.1:${await listen(app)}`;
  await supervisor.settled;
  return {
    origin,
    supervisor,
    lines,
    folder,
    pid: () => pids.at(-1) ?? NaN,
    close: async () => {
      await app.close();
      socket.remove();
    },
  };
}

const json = { 'content-type': 'application/json' };

/** Requests pages repeatedly while a test disturbs the sandbox. @returns failures */
function watchSite(origin: string): () => Promise<string[]> {
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  const watch = async (target: string) => {
    while (!isOver) {
      const response = await fetch(origin + target).catch((error: unknown) => String(error));
      if (typeof response === 'string') failures.push(`${target}: ${response}`);
      else if (response.status !== 200) failures.push(`${target}: ${response.status}`);
      else await response.text();
      count += 1;
    }
  };
  const work = Promise.all([watch('/healthz'), watch('/')]);
  return async () => {
    isOver = true;
    await work;
    expect(count).toBeGreaterThan(2);
    return failures;
  };
}

async function createProject(origin: string): Promise<Project & { nodes: [{ nodeId: string }] }> {
  const response = await fetch(`${origin}/sandbox/projects`, { method: 'POST' });
  expect(response.status).toBe(201);
  return (await response.json()) as Project & { nodes: [{ nodeId: string }] };
}

/** Submits points until `stop`. @returns numbers of those that were acknowledged, and all statuses */
function submitPoints(origin: string, { nodes: [{ connectionKey }] }: Project) {
  const acknowledged: number[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  let number = 0;
  const submit = async () => {
    while (!isOver) {
      const value = (number += 1);
      const data = [
        { variable: 'temperature', value, timestamp: 1_767_225_600_000 + value * 1000 },
      ];
      const response = await fetch(`${origin}/sandbox/device/v1/submitData`, {
        method: 'POST',
        headers: { ...json, 'auth-mode': 'key', authorization: connectionKey },
        body: JSON.stringify({ data }),
      });
      statuses.add(response.status);
      await response.text();
      if (response.status === 200) acknowledged.push(value);
    }
  };
  const work = Promise.all([submit(), submit(), submit()]);
  const stop = async () => {
    isOver = true;
    await work;
  };
  return { acknowledged, statuses, stop };
}

async function storedPoints(
  origin: string,
  { apiKey, nodes: [{ nodeId }] }: Project & { nodes: [{ nodeId: string }] },
): Promise<Set<number>> {
  const response = await fetch(`${origin}/sandbox/platform/v1/data/getData`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      variable: 'temperature',
      nodes: [nodeId],
      order: 'asc',
      limit: 0,
      from: 1_767_225_600,
      to: 1_767_325_600,
    }),
  });
  const { data } = (await response.json()) as { data: Record<string, { value: number }[]> };
  return new Set(data[nodeId]?.map(({ value }) => value));
}

const isReady = async ({ origin }: Server) =>
  (await fetch(`${origin}/sandbox/healthz`)).status === 200;

describe('a sandbox in a separate process', () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve(await mkdtemp(path.join(tmpdir(), 'sandbox-')));
  });
  afterAll(async () => {
    await server.close();
    await rm(server.folder, { recursive: true, force: true });
  });

  it('can be killed under load: the site continues, and no acknowledged data is lost', async () => {
    const { origin } = server;
    const project = await createProject(origin);
    const siteFailures = watchSite(origin);
    const points = submitPoints(origin, project);
    await vi.waitFor(() => expect(points.acknowledged.length).toBeGreaterThan(30), patience);

    process.kill(server.pid(), 'SIGKILL');
    await vi.waitFor(() => expect(points.statuses).toContain(503), patience);
    const rejected = await fetch(`${origin}/sandbox/projects`, { method: 'POST' });
    expect(rejected.status).toBe(503);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
    expect(await rejected.json()).toMatchObject({ reasonCode: 'sandbox::restarting' });

    const before = points.acknowledged.length;
    await vi.waitFor(() => expect(points.acknowledged.length).toBeGreaterThan(before), patience);
    await points.stop();
    expect(await siteFailures()).toEqual([]);
    const stored = await storedPoints(origin, project);
    expect(points.acknowledged.filter((value) => !stored.has(value))).toEqual([]);
    expect(server.supervisor.restarts).toBe(1);
    expect([...points.statuses].filter((status) => ![200, 502, 503].includes(status))).toEqual([]);
  });

  it('is killed and restarted when it hangs', async () => {
    const { origin } = server;
    await vi.waitFor(async () => expect(await isReady(server)).toBe(true), patience);
    const siteFailures = watchSite(origin);
    const pid = server.pid();
    process.kill(pid, 'SIGSTOP');
    await vi.waitFor(() => expect(server.pid()).not.toBe(pid), patience);
    await vi.waitFor(async () => expect(await isReady(server)).toBe(true), patience);
    expect(await siteFailures()).toEqual([]);
    expect(server.lines.join('')).toContain('it did not respond for 2 s');
  });

  it('reports its state, restarts and memory as metrics', async () => {
    await vi.waitFor(() => expect(server.supervisor.report).toBeDefined(), patience);
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    expect(text).toContain('\nsandbox_up 1\n');
    expect(text).toMatch(/^sandbox_restarts_total [1-9]\d*$/m);
    expect(text).toMatch(/^sandbox_resident_memory_bytes [1-9]\d{7,}$/m);
    expect(text).toMatch(/^sandbox_eventloop_lag_max_seconds [\d.e-]+$/m);
  });
});

describe('a sandbox whose store cannot be used', () => {
  it('is off while the site is served', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
    await writeFile(
      path.join(folder, 'sandbox.db'),
      'no database at all, but a text of some length',
    );
    const server = await serve(folder);
    try {
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
      expect((await fetch(`${server.origin}/`)).status).toBe(200);
      const rejected = await fetch(`${server.origin}/sandbox/projects`, { method: 'POST' });
      expect(rejected.status).toBe(503);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(20);
      const text = await rejected.text();
      expect(text).toContain('The sandbox cannot use its store.');
      expect(text).not.toContain(folder);
      const lines = server.lines.filter((line) => line.includes(folder));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/"process":"sandbox".*sandbox\.db.*SANDBOX_DATA_DIR/);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
