import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import type { Outcome } from '../samples/support/run-program.ts';
import { ApiServer, type Responder } from './support/api-server.ts';
import { buildGo, type GoProgram } from './support/build-go.ts';
import { documented, expectRequest, type JsonObject } from './support/contract.ts';
import { runExample } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const patience = 60_000;

let goProgram: Promise<GoProgram> | undefined;
afterAll(async () => (await goProgram)?.remove());

async function run(file: string, given: NodeJS.ProcessEnv): Promise<Outcome> {
  if (!file.endsWith('.go')) return runExample(file, given);
  goProgram ??= buildGo(file);
  return (await goProgram).run(given);
}

/** Runs a program against a server with the given responses, then stops both. */
async function runAgainst(file: string, respond: Responder) {
  const server = await ApiServer.start(respond);
  onTestFinished(() => server.stop());
  const key = { ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY };
  const outcome = await run(file, { ...key, ANEDYA_DEVICE_URL: `${server.origin}/v1` });
  return { server, outcome };
}

const rejection: JsonObject = { success: false, error: 'rejected by the test', errorcode: 4020 };

describe.each(['submit-http/submit.py', 'submit-http/submit.mjs', 'submit-http/submit.go'])(
  '%s',
  (file) => {
    const test = testWith(toolOf(file));

    test('submits datapoints in milliseconds', { timeout: patience }, async () => {
      const before = Date.now();
      const { server, outcome } = await runAgainst(file, ({ url }) => documented(url));
      expect(outcome).toMatchObject({ code: 0, stdout: 'stored\n', stderr: '' });
      expect(server.requests.map(({ url }) => url)).toEqual(['/v1/submitData']);
      const [body] = server.requests.map((one) => expectRequest(one));
      const points = body?.data as JsonObject[];
      expect(points.map(({ variable }) => variable)).toEqual(['temperature', 'position']);
      for (const { timestamp } of points) {
        expect(timestamp).toBeGreaterThanOrEqual(before);
        expect(timestamp).toBeLessThanOrEqual(Date.now());
      }
    });

    test('fails with the error of the platform', { timeout: patience }, async () => {
      const { outcome } = await runAgainst(file, () => rejection);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain('4020 rejected by the test');
    });

    test.each(['ANEDYA_DEVICE_URL', 'ANEDYA_CONNECTION_KEY'])(
      'names %s when it is missing',
      { timeout: patience },
      async (name) => {
        const given = { ANEDYA_DEVICE_URL: 'http://localhost:1/v1', ANEDYA_CONNECTION_KEY: 'key' };
        const outcome = await run(file, { ...given, [name]: undefined });
        expect(outcome.code).toBe(1);
        expect(outcome.stderr).toContain(`${name} is not set: run the setup block`);
      },
    );
  },
);

describe('logs/send_logs.py', () => {
  const file = 'logs/send_logs.py';
  const test = testWith(toolOf(file));

  test('sends all lines in order, 10 in a request', async () => {
    const { server, outcome } = await runAgainst(file, ({ url }) => documented(url));
    const stdout = 'sent 10 lines\nsent 10 lines\nsent 5 lines\n';
    expect(outcome).toMatchObject({ code: 0, stdout, stderr: '' });
    const entries = server.requests.flatMap((one) => expectRequest(one).data as JsonObject[]);
    expect(entries.map(({ log }) => log)).toEqual(
      Array.from({ length: 25 }, (_, index) => `INFO demo: line ${index}`),
    );
  });

  test('fails with the error of the platform', async () => {
    const { outcome } = await runAgainst(file, () => rejection);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('4020 rejected by the test');
  });
});

describe.each(['value-store/value_store.py', 'value-store/value-store.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  test('writes a status and reads a setting', async () => {
    const { server, outcome } = await runAgainst(file, ({ url }) => documented(url));
    expect(outcome).toMatchObject({ code: 0, stdout: 'push interval in seconds: 30\n' });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/valuestore/setValue',
      '/v1/valuestore/getValue',
    ]);
    expect(server.requests.map((one) => expectRequest(one))).toEqual([
      { key: 'door-state', value: 'open', type: 'string' },
      { namespace: { scope: 'self', id: '' }, key: 'push-interval' },
    ]);
  });

  test('fails with the error of the platform', async () => {
    const { outcome } = await runAgainst(file, () => rejection);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('rejected by the test');
  });
});
