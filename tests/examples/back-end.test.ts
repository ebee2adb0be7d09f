import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import { runProgram } from '../samples/support/run-program.ts';
import { ApiServer, type ApiRequest } from './support/api-server.ts';
import { documented, expectRequest, type JsonObject } from './support/contract.ts';
import { placeOf } from './support/examples.ts';
import { environment, runExample } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const nodeId = '019f0000-0000-7000-8000-000000000001';
const bodyOf = ({ body }: ApiRequest) => JSON.parse(body.toString('utf8')) as JsonObject;

/** Starts a fake platform. @returns the environment of a program that uses it */
async function startPlatform(respond: (request: ApiRequest) => JsonObject) {
  const server = await ApiServer.start(respond);
  onTestFinished(() => server.stop());
  const given = {
    ANEDYA_API_URL: `${server.origin}/v1`,
    ANEDYA_API_KEY: secrets.ANEDYA_API_KEY,
    ANEDYA_NODE_ID: nodeId,
  };
  const sent = () => server.requests.map(({ url }) => url.replace('/v1', ''));
  const bodies = () => server.requests.map((request) => expectRequest(request, 'platform'));
  return { given, sent, bodies };
}

describe('back-end/back_end.py', () => {
  const file = 'back-end/back_end.py';
  const test = testWith(toolOf(file));

  test('prints each node with its newest value', async () => {
    const empty = randomUUID();
    const timestamp = Math.floor(Date.now() / 1000);
    const { given, sent, bodies } = await startPlatform(({ url }) => {
      const response = documented(url, 'platform');
      if (url === '/v1/node/details') {
        const nodes = { [nodeId]: { node_name: 'greenhouse-1' }, [empty]: { node_name: 'shed' } };
        return { ...response, data: nodes };
      }
      if (url === '/v1/node/list') return { ...response, nodes: [nodeId, empty], totalCount: 2 };
      if (url === '/v1/data/latest')
        return { ...response, data: { [nodeId]: { timestamp, value: 24.5 } } };
      return { ...response, data: { [nodeId]: [{ timestamp, aggregate: 24 }] } };
    });
    const outcome = await runExample(file, given);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(
      new RegExp(
        `^greenhouse-1 ${nodeId}: 24.5, \\d+ s ago, 1 hourly averages\nshed ${empty}: no data\n$`,
      ),
    );
    expect(sent()).toEqual([
      '/node/list',
      '/node/details',
      '/data/latest',
      '/aggregates/variable/byTime',
    ]);
    expect(bodies().at(-1)).toMatchObject({ variable: 'temperature' });
  });

  test('requests all pages of nodes', async () => {
    const all = Array.from({ length: 150 }, () => randomUUID());
    const { given, bodies } = await startPlatform((request) => {
      const response = documented(request.url, 'platform');
      const {
        offset = 0,
        limit = 0,
        nodes = [],
      } = bodyOf(request) as {
        offset?: number;
        limit?: number;
        nodes?: string[];
      };
      if (request.url === '/v1/node/list')
        return { ...response, nodes: all.slice(offset, offset + limit), totalCount: all.length };
      if (request.url === '/v1/node/details')
        return {
          ...response,
          data: Object.fromEntries(nodes.map((id) => [id, { node_name: id }])),
        };
      return { ...response, data: {} };
    });
    const outcome = await runExample(file, given);
    expect(outcome.stdout.trim().split('\n')).toHaveLength(150);
    expect(bodies().map(({ nodes }) => (nodes as string[] | undefined)?.length)).toEqual([
      ...[undefined, undefined],
      ...[100, 100, 50, 50],
    ]);
  });

  test('ends with the error of the platform', async () => {
    const failure = { success: false, error: 'no such key', reasonCode: 'auth::tokennotfound' };
    const { given } = await startPlatform(() => failure);
    const outcome = await runExample(file, given);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toBe('/node/list: auth::tokennotfound no such key\n');
  });
});

/** Runs a Python program with `sleep` replaced, so that its pauses take no time. */
function runWithoutPauses(file: string, given: NodeJS.ProcessEnv) {
  const start = [
    'import runpy, sys, time',
    'now = [0.0]',
    'time.monotonic = lambda: now[0]',
    'time.sleep = lambda seconds: now.__setitem__(0, now[0] + seconds)',
    'runpy.run_path(sys.argv[1], run_name="__main__")',
  ].join('\n');
  const args = ['-c', start, placeOf(file)];
  return runProgram({ file: 'python3', args, cwd: '/', env: environment(given) });
}

describe('commands/send.py', () => {
  const file = 'commands/send.py';
  const test = testWith(toolOf(file));

  /** @param states states of the command, one for each poll */
  async function send(states: readonly JsonObject[]) {
    const waiting = [...states];
    const platform = await startPlatform(({ url }) => {
      const response = documented(url, 'platform');
      if (url === '/v1/commands/send') return response;
      const state = waiting.length > 1 ? waiting.shift() : waiting[0];
      return { ...response, ...state };
    });
    return { ...platform, outcome: await runWithoutPauses(file, platform.given) };
  }

  test('waits until the command has concluded, and prints what the device says', async () => {
    const before = Date.now();
    const states = ['pending', 'pending', 'received', 'success'].map((status) => ({ status }));
    const { outcome, bodies } = await send(states);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toBe('pending\nreceived\nsuccess\ndevice says: led is on\n');
    const [sent, ...looks] = bodies();
    expect(sent).toMatchObject({ nodeid: nodeId, command: 'set-led', data: 'on', type: 'string' });
    // It expires after the program has stopped waiting for it.
    expect(sent?.expiry).toBeGreaterThan(before + 55_000);
    expect(sent?.expiry).toBeLessThanOrEqual(Date.now() + 60_000);
    const { commandId } = documented('/commands/send', 'platform');
    expect(looks).toEqual(states.map(() => ({ commandId })));
  });

  test('reports a failure by its exit code', async () => {
    const { outcome } = await send([{ status: 'failure', ackdata: 'no lamp' }]);
    expect(outcome).toMatchObject({ code: 1, stdout: 'failure\ndevice says: no lamp\n' });
  });

  test('gives up after a minute, with increasing pauses', async () => {
    const { outcome, sent } = await send([{ status: 'pending' }]);
    expect(outcome).toMatchObject({
      code: 2,
      stdout: 'pending\n',
      stderr: 'no result within 60 s\n',
    });
    // After 0, 1, 3, 7, 15, 23 … 55 seconds.
    expect(sent().filter((url) => url === '/commands/getDetails')).toHaveLength(10);
  });

  test('does not wait for an expired command', async () => {
    const { outcome, sent } = await send([{ status: 'received', expired: true }]);
    expect(outcome.code).toBe(2);
    expect(sent()).toEqual(['/commands/send', '/commands/getDetails']);
  });
});

describe('provisioning/provision.py', () => {
  const file = 'provisioning/provision.py';
  const test = testWith(toolOf(file));

  async function provision(serials: string, respond: (request: ApiRequest) => JsonObject) {
    const platform = await startPlatform(respond);
    const args = ['-c', 'printf "%s" "$1" | python3 "$2"', 'sh', serials, placeOf(file)];
    const env = environment(platform.given);
    return { ...platform, outcome: await runProgram({ file: 'bash', args, cwd: '/', env }) };
  }

  test('creates a node for each serial number', async () => {
    const { outcome, sent, bodies } = await provision('ABC000123\n\nABC000124', ({ url }) =>
      documented(url, 'platform'),
    );
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    // The first is the vector of the hardware checklist.
    expect(outcome.stdout.split('\n').slice(0, 2)).toEqual([
      'serial,device_id,node_id,connection_key',
      `ABC000123,fb72dd64-c85e-56f7-8303-d99f42d38f75,${nodeId},EXAMPLE-CONNECTION-KEY`,
    ]);
    expect(sent()).toEqual([
      '/node/create',
      '/node/getConnectionKey',
      '/node/create',
      '/node/getConnectionKey',
    ]);
    expect(bodies()[0]).toEqual({
      node_name: 'ABC000123',
      preauth_id: 'fb72dd64-c85e-56f7-8303-d99f42d38f75',
    });
  });

  test('continues after a rejected serial number and exits with 1', async () => {
    let isFirst = true;
    const { outcome } = await provision('A\nB\n', ({ url }) => {
      if (!isFirst) return documented(url, 'platform');
      isFirst = false;
      return { success: false, error: 'used', reasonCode: 'node::devidexists' };
    });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toBe('A: /node/create: node::devidexists used\n');
    expect(outcome.stdout).toMatch(/\nB,/);
  });
});
