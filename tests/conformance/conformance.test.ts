import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGuideSandbox, type GuideSandbox } from '../guides/support/guide-sandbox.ts';
import type { JsonObject } from '../../packages/openapi-model/src/json-object.ts';
import { operations } from '../samples/support/operations.ts';
import { startAlteringProxy, type Alter } from './altering-proxy.ts';
import { factsOf } from './report.ts';
import type { Target } from './request.ts';
import { readSettings } from './settings.ts';
import { removals, skipped, steps } from './steps.ts';
import { runSuite, type SuiteOptions, type SuiteResult } from './suite.ts';
import { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The sandbox that is compared, and the reference. */
let compared: GuideSandbox;
let reference: GuideSandbox;
let target: Target;
let sandbox: Target;

async function newTarget(of: GuideSandbox): Promise<Target> {
  const { apiKey, platformUrl, deviceUrl } = await of.createProject();
  return { apiKey, addresses: { platform: platformUrl, device: deviceUrl } };
}

beforeAll(async () => {
  [compared, reference] = await Promise.all([startGuideSandbox(), startGuideSandbox()]);
});
afterAll(async () => {
  await compared.close();
  await reference.close();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Nodes, variables and the number of everything else in the compared project. */
async function stateOf(): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${target.apiKey}` };
  const response = await fetch(`${compared.url}/projects/current`, { headers });
  const { nodes, variables, usage } = (await response.json()) as JsonObject;
  expect(usage).toBeDefined();
  return { nodes: nodes ?? null, variables: variables ?? null, usage: usage ?? null };
}

/** Runs the suite on a new project behind a proxy. */
async function runAltered(alter: Alter, options: Partial<SuiteOptions> = {}) {
  target = await newTarget(compared);
  sandbox = await newTarget(reference);
  const before = await stateOf();
  const proxy = await startAlteringProxy(target.addresses, alter);
  closing.push(proxy.close);
  const altered = { ...target, addresses: proxy.addresses };
  const result = await runSuite({ target: altered, sandbox, ...options }).catch((error: unknown) =>
    String(error),
  );
  return { result, before, after: await stateOf(), requests: proxy.requests };
}

const unaltered: Alter = (_operation, reply) => reply;

/** Requests that differ, each with the parts that differ. */
function differing(result: SuiteResult | string) {
  if (typeof result === 'string') throw new Error(result);
  return Object.fromEntries(
    result.results
      .filter(({ differences }) => differences.length > 0)
      .map(({ operation, note, differences }) => [
        note === undefined ? operation : `${operation}, ${note}`,
        [...new Set(differences.map(({ at }) => at))],
      ]),
  );
}

it('runs or skips every operation, and gives the reason', () => {
  const run = new Set([...steps, ...removals].map(({ operation }) => operation));
  const documented = operations.map(({ api, operation }) => `${api}/${operation.id}`);
  expect([...run, ...Object.keys(skipped)].sort()).toEqual(documented.sort());
  expect(run.size).toBe(38);
});

describe('an unaltered sandbox', () => {
  it('has no difference, and is as it was', async () => {
    const { result, before, after } = await runAltered(unaltered);
    expect(differing(result)).toEqual({});
    expect(result).toMatchObject({ remaining: [], isInterrupted: false });
    expect((result as SuiteResult).results.filter(({ problem }) => problem)).toEqual([]);
    expect(after).toEqual(before);
  });

  it('confirms every unconfirmed fact that the suite tests', async () => {
    const { result } = await runAltered(unaltered);
    const facts = factsOf(result as SuiteResult);
    const confirmed = facts.filter(({ verdict }) => verdict === 'confirmed');
    expect(confirmed.map(({ operation, field }) => [operation, field])).toEqual([
      ['platform/node-create', 'preauth_id'],
      ['platform/variable-create', 'ttl'],
      ['platform/variables-list', 'nodeParams[].ttl'],
      ['platform/variables-snapshot', 'timestamp'],
      ...['issuedAt', 'updatedOn', 'expiry'].map((field) => ['platform/command-status', field]),
      ...['issuedAt', 'updatedOn', 'expiry'].map((field) => [
        'platform/command-list',
        `data[].${field}`,
      ]),
      ['device/check', undefined],
      ['device/commands-get-details', undefined],
      ['device/valuestore-get-value', 'modified'],
      ['device/valuestore-scan', 'keys[].modified'],
    ]);
    expect(facts.filter(({ verdict }) => verdict === 'refuted')).toEqual([]);
    expect(facts.length).toBeGreaterThan(10);
  });
});

describe('an altered sandbox', () => {
  it('differs where it was altered, and nowhere else', async () => {
    const { result, before, after } = await runAltered((operation, reply) => {
      const { status, body } = reply;
      const changed = (changes: object) => ({ status, body: { ...body, ...changes } });
      switch (operation) {
        case 'platform/data/getData':
          return changed({ count: JSON.stringify(body.count) });
        case 'platform/data/latest': {
          if (status !== 200) return changed({ reasonCode: 'data::invalidnodeid' });
          const points = Object.entries(body.data as Record<string, { timestamp: number }>);
          const inMilliseconds = points.map(([id, point]) => [
            id,
            { ...point, timestamp: point.timestamp * 1000 },
          ]);
          return changed({ data: Object.fromEntries(inMilliseconds) as object });
        }
        case 'platform/valuestore/getValue':
          return status === 404 ? { status: 400, body } : reply;
        case 'platform/node/list': {
          const { totalCount: _, ...rest } = body;
          return { status, body: rest };
        }
        case 'platform/node/update':
          return changed({ moved: true });
        case 'device/check':
          return { status: 404, body: { success: false, error: 'none', errorcode: 1 } };
        case 'device/valuestore/getValue':
          return changed({ modified: Number(body.modified) * 1000 });
        default:
          return reply;
      }
    });
    expect(differing(result)).toEqual({
      'platform/data-get-data': ['count'],
      'platform/variables-latest': ['data.{node id}.timestamp'],
      'platform/variables-latest, unknown variable': ['code'],
      'platform/valuestore-get-value, unknown key': ['status'],
      'platform/node-list': ['totalCount'],
      'platform/node-update': ['moved'],
      'device/check': ['status', 'code'],
      'device/valuestore-get-value': ['modified'],
    });
    const refuted = factsOf(result as SuiteResult).filter(({ verdict }) => verdict === 'refuted');
    expect(refuted.map(({ operation, field }) => [operation, field])).toEqual([
      ['device/check', undefined],
      ['device/valuestore-get-value', 'modified'],
    ]);
    expect(after).toEqual(before);
  });

  it('is as it was after an error in the middle', async () => {
    const { result, before, after } = await runAltered(unaltered, {
      onResult: ({ operation }) => {
        if (operation === 'device/binddevice') throw new Error('the disk is full');
      },
    });
    expect(result).toContain('the disk is full');
    expect(after).toEqual(before);
  });

  it('is as it was after an interruption, and gets no further requests', async () => {
    const stop = new AbortController();
    const { result, before, after, requests } = await runAltered(unaltered, {
      signal: stop.signal,
      onResult: ({ operation }) => {
        if (operation === 'platform/node-create') stop.abort();
      },
    });
    expect(result).toMatchObject({ isInterrupted: true, remaining: [] });
    expect(requests.map((request) => request.split(' ')[0])).toEqual([
      '/platform/variables/create',
      '/platform/node/create',
      '/platform/node/delete',
      '/platform/variables/delete',
    ]);
    expect(after).toEqual(before);
  });

  it('that rejects the removal is reported with what remains', async () => {
    const world = new World(Date.now);
    const { result } = await runAltered(
      (operation, reply) =>
        operation === 'platform/node/delete'
          ? { status: 500, body: { success: false, error: 'a', errorcode: 1, reasonCode: 'a::b' } }
          : reply,
      { world },
    );
    expect(result).toMatchObject({ remaining: [`the node "${world.nodeName}"`] });
  });

  it('that returns no id gets no request with an id that the suite did not create', async () => {
    const world = new World(Date.now);
    const { result, requests } = await runAltered(
      (operation, { status, body: { nodeId, ...body } }) => ({
        status,
        body:
          operation === 'platform/node/create' || nodeId === undefined ? body : { nodeId, ...body },
      }),
      { world },
    );
    expect(result).toMatchObject({
      remaining: [`the node "${world.nodeName}", if it exists: its id was not returned`],
    });
    expect(requests.filter((request) => request.includes('019f0000'))).toEqual([]);
    expect(requests.join()).not.toContain('/node/delete');
  });
});

describe('keys', () => {
  it('are not in a result', async () => {
    const world = new World(Date.now);
    const { result } = await runAltered((_operation, { body }) => ({ status: 200, body }), {
      world,
    });
    const text = JSON.stringify(result);
    const { values, connectionKey = '' } = world;
    const secrets = [target.apiKey, connectionKey, values['binding secret'] ?? ''];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(text).not.toContain(secret);
    }
  });

  it('are required for an account, in the environment only', () => {
    const addresses = ['--platform', 'https://a.test/v1', '--device', 'https://b.test/v1'];
    expect(() => readSettings(addresses, {})).toThrow('ANEDYA_API_KEY is not set');
    expect(() => readSettings(addresses.slice(2), {})).toThrow('belong together');
    expect(() => readSettings([...addresses, '--key', 'a'], {})).toThrow('--key');
    expect(readSettings([], {})).toEqual({ account: undefined, yes: false });
    expect(readSettings([...addresses, '--yes'], { ANEDYA_API_KEY: 'k' })).toEqual({
      account: {
        apiKey: 'k',
        addresses: { platform: 'https://a.test/v1', device: 'https://b.test/v1' },
      },
      yes: true,
    });
  });

  it.each(['http://a.test/v1', 'https://user:a@a.test/v1', 'https://a.test/v1?key=a', 'a.test'])(
    'are not sent to %s',
    (url) => {
      const args = ['--platform', url, '--device', 'https://b.test/v1'];
      expect(() => readSettings(args, { ANEDYA_API_KEY: 'k' })).toThrow('--platform must');
    },
  );
});

describe('the command', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Starts the command with a proxy in front of a project. */
  async function start(args: readonly string[], alter: Alter, apiKey?: string) {
    target = await newTarget(compared);
    const before = await stateOf();
    const proxy = await startAlteringProxy(target.addresses, alter);
    closing.push(proxy.close);
    const { platform, device } = proxy.addresses;
    const file = path.join(root, 'tests/conformance/run.ts');
    const child = spawn(
      process.execPath,
      [
        '--import',
        import.meta.resolve('tsx'),
        file,
        '--platform',
        platform,
        '--device',
        device,
        ...args,
      ],
      { cwd: folder, env: { PATH: process.env.PATH, ANEDYA_API_KEY: apiKey ?? target.apiKey } },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
    return { child, ended, before, requests: proxy.requests };
  }

  it('says which key is missing', async () => {
    const { ended, requests } = await start([], unaltered, '');
    const { code, output } = await ended;
    expect([code, requests]).toEqual([2, []]);
    expect(output).toContain('ANEDYA_API_KEY is not set');
  });

  it('shows its plan, and sends nothing without a confirmation', async () => {
    const { ended, requests } = await start([], unaltered);
    const { code, output } = await ended;
    expect([code, requests]).toEqual([2, []]);
    expect(output).toContain('Creates the node "conformance-');
    expect(output).toContain('device/v-1-ota-next: could make the node join a rollout');
    expect(output).toContain('add --yes');
  });

  it('prints and writes the result, without keys', async () => {
    const { ended } = await start(['--yes'], unaltered);
    const { code, output } = await ended;
    expect(output).toContain('43 requests: 0 differ, 0 without a response.');
    expect(code).toBe(0);
    const json = await readFile(path.join(folder, 'conformance-results/results.json'), 'utf8');
    expect(JSON.parse(json)).toMatchObject({ remaining: [], isInterrupted: false });
    expect(output + json).not.toContain(target.apiKey);
  });

  it('removes what it created on Ctrl+C', async () => {
    let interrupt: () => void = () => undefined;
    const { child, ended, before } = await start(['--yes'], (operation, reply) => {
      if (operation === 'device/bindDevice') interrupt();
      return reply;
    });
    interrupt = () => child.kill('SIGINT');
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(output).toContain('Interrupted: the remaining requests were not sent.');
    expect(output).not.toContain('platform/commands-send: HTTP');
    expect(await stateOf()).toEqual(before);
  });
});
