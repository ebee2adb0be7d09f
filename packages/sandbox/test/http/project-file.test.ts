import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { limits } from '../../src/core/limits.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { bearer, type Project, type ProjectFile } from '../support/http-sandbox.ts';
import { openTestStore } from '../support/test-store.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';
import { bodyOf, keyOf } from './scenarios/every-operation.ts';

const operations = await documentedOperations();

describe('the file of a project', () => {
  const harness = useHttpSandbox();
  const exported = async (apiKey: string) => {
    const { status, headers, body } = await harness.http.send('/projects/current/export', {
      method: 'GET',
      headers: bearer(apiKey),
    });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-disposition']).toContain('attachment');
    return body as ProjectFile;
  };
  let imports = 0;
  const importFile = (body: JsonValue, headers: Record<string, string> = {}) => {
    imports += 1;
    return harness.http.send('/projects/import', {
      headers,
      body,
      address: `203.0.113.${imports}`,
    });
  };
  const remove = (apiKey: string) =>
    harness.http.send('/projects', { method: 'DELETE', headers: bearer(apiKey) });

  /** Creates a project with rows in every table. */
  async function fullProject(): Promise<Project> {
    const { http } = harness;
    const project = await http.createProject();
    const world = {
      http,
      project,
      platform: (path: string, body: JsonValue) => http.platform(path, project.apiKey, body),
      newNode: () => Promise.reject(new Error('not needed')),
    };
    const run = async (id: string, body?: JsonObject) => {
      const entry = operations.find((operation) => operation.id === id);
      if (!entry) throw new Error(`no operation ${id}`);
      const headers = keyOf(world, entry);
      const sent = await http.send(entry.path, { headers, body: body ?? bodyOf(world, entry) });
      expect([id, sent.status]).toEqual([id, 200]);
    };
    await http.send('/projects/rules', {
      method: 'PUT',
      headers: bearer(project.apiKey),
      body: { rules: [{ name: 'doors', pattern: { eventType: ['door-unlocked'] } }] },
    });
    await run('platform/node-child-add');
    await run('platform/streams-create');
    const event = { eventType: 'door-unlocked', timestamp: http.now, data: { door: 'ü "1"' } };
    await run('device/events-submit', event);
    await run('device/heartbeat');
    return project;
  }

  it('has rows of every table, and an import of it has the same', async () => {
    const { apiKey, nodes } = await fullProject();
    const file = await exported(apiKey);
    for (const [table, rows] of Object.entries(file.tables)) {
      expect([table, rows.length > 1]).toEqual([table, true]);
    }
    expect(JSON.stringify(file)).not.toContain(apiKey);
    await remove(apiKey);
    const { status, body } = await importFile(file);
    expect(status).toBe(201);
    const newKey = body.apiKey as string;
    expect(newKey).toMatch(/^[0-9a-f]{64}$/);
    expect(newKey).not.toBe(apiKey);
    expect(await exported(newKey)).toEqual(file);
    const device = await harness.http.device('/check', nodes[0].connectionKey, {});
    expect(device.status).toBe(200);
  });

  it('has each table of the store with the id of a project, and each of its columns', async () => {
    const { tables } = await exported(harness.project.apiKey);
    const store = await openTestStore();
    const all = await store.db.introspection.getTables();
    await store.close();
    const stored = all.flatMap(({ name, columns }) => {
      const names = columns.map((column) => column.name);
      if (!names.includes('project_id')) return [];
      return [[name, names.filter((column) => column !== 'project_id').sort()] as const];
    });
    const inFile = Object.entries(tables).map(([name, [header = []]]) => [
      name,
      (header as string[]).toSorted(),
    ]);
    expect(Object.fromEntries(inFile)).toEqual(Object.fromEntries(stored));
  });

  it('replaces the data of the project whose API key is sent', async () => {
    const { projectId, apiKey, nodes } = await harness.http.createProject();
    const file = await exported(apiKey);
    await harness.http.send('/projects/reset', { headers: bearer(apiKey) });
    const { status, body } = await importFile(file, bearer(apiKey));
    expect([status, body.apiKey]).toEqual([200, undefined]);
    expect(body.projectId).toBe(projectId);
    expect((body.nodes as unknown as Project['nodes'])[0].nodeId).toBe(nodes[0].nodeId);
    expect(await exported(apiKey)).toEqual(file);
  });

  it('is rejected while another project has its keys, which then keeps its data', async () => {
    const { apiKey } = await harness.http.createProject();
    const other = await harness.http.createProject();
    const file = await exported(apiKey);
    const before = await exported(other.apiKey);
    for (const headers of [{}, bearer(other.apiKey)]) {
      const { status, body } = await importFile(file, headers);
      expect([status, body.reasonCode]).toEqual([409, 'sandbox::projectexists']);
    }
    expect(await exported(other.apiKey)).toEqual(before);
  });

  it('has large values, many rows and files of bytes', async () => {
    const { apiKey } = await harness.http.createProject();
    const file = await exported(apiKey);
    await remove(apiKey);
    const tables = structuredClone(file.tables);
    const [node] = tables.nodes?.[1] ?? [];
    const points = Array.from({ length: 2500 }, (_, index) => [
      node ?? '',
      'temperature',
      index,
      index / 7,
      null,
    ]);
    tables.points = [...(tables.points ?? []).slice(0, 1), ...points];
    tables.point_counts = [['points'], [2500]];
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 256));
    for (const part of tables.asset_parts?.slice(1, 2) ?? []) {
      part[2] = bytes.length;
      part[4] = bytes.toString('base64');
    }
    set({ ...file, tables }, 'assets', 'size', bytes.length);
    const { status, body } = await importFile({ ...file, tables });
    expect([status, body.error]).toEqual([201, '']);
    expect((await exported(body.apiKey as string)).tables).toEqual(tables);
  });

  it('has what a request may set: a long name in a policy, and a stage for any number of devices', async () => {
    const { http } = harness;
    const { apiKey, examples } = await http.createProject();
    const policy = { resources: { vskeys: ['k'.repeat(5000)] }, allow: ['vs::getvalue'] };
    const token = await http.platform('/access/tokens/create', apiKey, { ttlSec: 60, policy });
    const created = await http.platform('/deployments/create', apiKey, {
      deploymentStart: Math.floor(http.now / 1000),
      assetId: examples['asset id'] ?? '',
      deployementFilter: {},
      deploymentConfig: [{ ...stage, stageTarget: 2 ** 60 }],
    });
    expect([token.body, created.body]).toMatchObject([{ success: true }, { success: true }]);
    const file = await exported(apiKey);
    const { status, body } = await importFile(file, bearer(apiKey));
    expect([status, body.error]).toEqual([200, '']);
  });

  it('is stored as the API stores it, without white space in JSON', async () => {
    const { apiKey } = await harness.http.createProject();
    const file = await exported(apiKey);
    await remove(apiKey);
    const spaced = structuredClone(file);
    const space = (text: JsonValue | undefined) => {
      if (typeof text !== 'string') throw new Error('a column holds JSON as text');
      return JSON.stringify(JSON.parse(text), null, 2);
    };
    for (const [table, column] of [
      ['deployments', 'stages'],
      ['deployments', 'filter'],
      ['access_tokens', 'policy'],
    ] as const) {
      const rows = spaced.tables[table] ?? [];
      const at = rows[0]?.indexOf(column) ?? -1;
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows.slice(1)) row[at] = space(row[at]);
    }
    expect(spaced).not.toEqual(file);
    const { status, body } = await importFile(spaced);
    expect([status, body.error]).toEqual([201, '']);
    expect(await exported(body.apiKey as string)).toEqual(file);
  });

  it.each<[string, (file: ProjectFile) => unknown]>([
    ['Project file: it was not exported by a sandbox', () => []],
    ['Project file: it was not exported by a sandbox', () => ({ format: 'other' })],
    ['version 2', (file) => ({ ...file, version: 2 })],
    ['"more" is not part', (file) => ({ ...file, more: 1 })],
    ['"others" is not part', (file) => (file.tables.others = [])],
    ['"logs" must be an array that starts', (file) => delete file.tables.logs],
    ['"nodes" must be an array that starts', (file) => file.tables.nodes?.[0]?.reverse()],
    ['"nodes", row 1: a row must be', (file) => file.tables.nodes?.[1]?.pop()],
    ['"nodes", row 1: "id" must be a UUID', (file) => set(file, 'nodes', 'id', 'a')],
    ['"nodes", row 2: another row has the same id', (file) => repeat(file, 'nodes')],
    [
      '"node_tags", row 1: "node_id" is not in "nodes"',
      (file) => set(file, 'node_tags', 'node_id', unknown),
    ],
    ['"points", row 1: "number" or "json"', (file) => set(file, 'points', 'number', 1)],
    ['"points", row 1: "timestamp" must be', (file) => set(file, 'points', 'timestamp', -1)],
    ['"point_counts", row 1', (file) => set(file, 'point_counts', 'points', 1)],
    ['"value_store", row 1: "size" must be', (file) => set(file, 'value_store', 'size', 3)],
    [
      '"value_store", row 1: "value" is not of type',
      (file) => set(file, 'value_store', 'value', '{}'),
    ],
    [
      '"access_tokens", row 1: "policy" must be',
      (file) => set(file, 'access_tokens', 'policy', '{"allow":1}'),
    ],
    [
      '"access_tokens", row 1: "policy" must be',
      (file) => set(file, 'access_tokens', 'policy', '[['.repeat(40)),
    ],
    ['"asset_parts", row 1: "size" must be', (file) => set(file, 'asset_parts', 'size', 1)],
    [
      '"asset_parts", row 1: "bytes" must be base64',
      (file) => set(file, 'asset_parts', 'bytes', '%'),
    ],
    [
      '"deployments", row 1: "stages" must be',
      (file) => set(file, 'deployments', 'stages', '[{}]'),
    ],
    [
      '"deployments", row 1: "stages" must be',
      (file) => set(file, 'deployments', 'stages', `[${' '.repeat(4_500_000)}]`),
    ],
    [
      '"deployments", row 1: "stages" must be',
      (file) => set(file, 'deployments', 'stages', JSON.stringify([{ ...stage, more: [] }])),
    ],
    [
      '"events", row 1: "delivered" must be',
      (file) => {
        const [header = []] = file.tables.events ?? [];
        const delivered = JSON.stringify(Array(limits.project.rules + 1).fill('rule'));
        const event = { node_id: unknown, id: unknown, data: '{}', delivered };
        const row: Record<string, JsonValue> = { type: '', timestamp: 0, received: 0, ...event };
        file.tables.events = [header, (header as string[]).map((name) => row[name] ?? null)];
      },
    ],
    [
      'is deployable, but its parts have 0 of 47 bytes',
      (file) => file.tables.asset_parts?.splice(1),
    ],
    ['needs its asset', (file) => set(file, 'deployments', 'asset_id', unknown)],
    [
      '"commands", row 1: "command" must be text',
      (file) => set(file, 'commands', 'command', 'a\0'),
    ],
  ])('is rejected with %s', async (message, change) => {
    const file = await exported(harness.project.apiKey);
    const changed = change(file);
    const isOther = typeof changed === 'object' && changed !== null && 'format' in changed;
    const { status, body } = await importFile(
      isOther || message.includes('not exported') ? (changed as JsonValue) : file,
    );
    expect([status, body.reasonCode]).toEqual([400, 'generic::malformedrequest']);
    expect(body.error).toContain(message);
  });

  it.each([
    ['nodes', 'created', 9e15],
    ['nodes', 'heartbeats', 3e9],
  ])('is rejected with a number that no store can return: %s.%s', async (table, column, value) => {
    const file = await exported(harness.project.apiKey);
    set(file, table, column, value);
    const { status, body } = await importFile(file);
    expect(status).toBe(400);
    expect(body.error).toContain(`"${table}", row 1: "${column}"`);
  });

  it('may have a deployment that has ended without its asset', async () => {
    const { apiKey } = await harness.http.createProject();
    const file = await exported(apiKey);
    set(file, 'deployments', 'asset_id', unknown);
    set(file, 'deployments', 'aborted', harness.http.now);
    const { status, body } = await importFile(file, bearer(apiKey));
    expect([status, body.error]).toEqual([200, '']);
  });

  it('may start with a byte order mark', async () => {
    const { apiKey } = harness.project;
    const file = `\ufeff${JSON.stringify(await exported(apiKey))}`;
    const { status } = await importFile(file, bearer(apiKey));
    expect(status).toBe(200);
  });

  it('is rejected with more rows than a project can have', async () => {
    const file = await exported(harness.project.apiKey);
    const streams = file.tables.streams ?? [];
    const row = [unknown, '[]', '[]', 0, 1];
    file.tables.streams = [
      ...streams,
      ...Array.from({ length: limits.project.streams + 1 }, () => row),
    ];
    const { status, body } = await importFile(file);
    expect([status, body.reasonCode]).toEqual([429, 'sandbox::toomany']);
  });

  it('is rejected above its limit of bytes', async () => {
    const { status } = await importFile(' '.repeat(limits.projectFile.bytes + 1));
    expect(status).toBe(413);
  });

  it('needs the key of the project, and no page of another site may import one', async () => {
    const get = await harness.http.send('/projects/current/export', { method: 'GET' });
    expect(get.status).toBe(401);
    expect((await importFile({}, bearer('a'))).status).toBe(401);
    const foreign = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    const { status, body } = await importFile({}, foreign);
    expect([status, body.reasonCode]).toEqual([403, 'sandbox::foreignpage']);
  });

  it('counts as a new project of the address', async () => {
    const address = '203.0.113.250';
    for (let sent = 0; sent < limits.creation.max; sent += 1) {
      expect((await harness.http.send('/projects/import', { address, body: {} })).status).toBe(400);
    }
    const { body } = await harness.http.send('/projects/import', { address, body: {} });
    expect(body.reasonCode).toBe('sandbox::toomanyprojects');
  });
});

const unknown = '019f0000-0000-7000-8000-00000000ffff';

const stage = { stageNumber: 1, stageTarget: 1, abortCriteria: 0, delay: 0, autoAbort: false };

/** Changes a column in the first row of a table. */
function set({ tables }: ProjectFile, table: string, column: string, value: JsonValue): void {
  const [header = [], row] = tables[table] ?? [];
  const at = header.indexOf(column);
  if (!row || at < 0) throw new Error(`no row with ${table}.${column}`);
  row[at] = value;
}

/** Replaces the second row of a table with the first. */
function repeat({ tables }: ProjectFile, table: string): void {
  const rows = tables[table] ?? [];
  rows.splice(2, 1, rows[1] ?? []);
}
