import { describe, expect, onTestFinished } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import { runProgram } from '../samples/support/run-program.ts';
import { ApiServer } from './support/api-server.ts';
import { expectRequest, type JsonObject } from './support/contract.ts';
import { placeOf } from './support/examples.ts';
import { environment } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const file = 'time-sync/time_sync.py';
const serverTime = 1767225600100;

/** Runs the program with a clock that returns these milliseconds, one after the other. */
async function runWithClock(given: NodeJS.ProcessEnv, ...readings: readonly number[]) {
  const lines = [
    'import sys, time',
    `readings = iter(${JSON.stringify(readings)})`,
    'time.monotonic_ns = lambda: next(readings) * 1_000_000',
    'import runpy',
    `module = runpy.run_path(${JSON.stringify(placeOf(file))})`,
    'print(module["measure"]("test-connection-key-83ce57d4"))',
  ];
  const args = ['-c', lines.join('\n')];
  return runProgram({ file: 'python3', args, cwd: '/', env: environment(given) });
}

describe(file, () => {
  const test = testWith(toolOf(file));

  test('computes the documented example: 52000 and 52200 around 1767225600100', async () => {
    const server = await ApiServer.start(({ body }) => {
      const { deviceSendTime = 0 } = JSON.parse(body.toString('utf8')) as JsonObject;
      return { deviceSendTime, serverReceiveTime: serverTime, serverSendTime: serverTime };
    });
    onTestFinished(() => server.stop());
    const given = { ANEDYA_DEVICE_URL: `${server.origin}/v1` };
    // The library reads the clock only in its sockets, in C.
    const outcome = await runWithClock(given, 52000, 52200);
    expect(outcome).toMatchObject({ code: 0, stdout: '(1767225600200, 100.0)\n' });
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/time']);
    expect(server.requests.map((one) => expectRequest(one))).toEqual([{ deviceSendTime: 52000 }]);
  });

  test('prints the time and the error of its clock', async () => {
    const ahead = Date.now() - 3_600_000;
    const server = await ApiServer.start(({ body }) => ({
      ...(JSON.parse(body.toString('utf8')) as JsonObject),
      serverReceiveTime: ahead,
      serverSendTime: ahead,
    }));
    onTestFinished(() => server.stop());
    const command = { file: 'python3', args: [placeOf(file)], cwd: '/' };
    const given = {
      ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
      ANEDYA_DEVICE_URL: `${server.origin}/v1`,
    };
    const outcome = await runProgram({ ...command, env: environment(given) });
    const [now = 0, , error = 0] = [...outcome.stdout.matchAll(/: (\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(now).toBeGreaterThanOrEqual(ahead);
    expect(error).toBeGreaterThanOrEqual(3_600_000 - (now - ahead));
  });
});
