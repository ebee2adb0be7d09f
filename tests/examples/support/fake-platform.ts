import { onTestFinished } from 'vitest';
import { secrets } from '../../samples/support/environment.ts';
import type { Command } from '../../samples/support/run-program.ts';
import { ApiServer, type ApiRequest } from './api-server.ts';
import { expectRequest, type JsonObject } from './contract.ts';
import { placeOf } from './examples.ts';
import { environment } from './run-example.ts';

export const nodeId = '019f0000-0000-7000-8000-000000000001';
export const bodyOf = ({ body }: ApiRequest) => JSON.parse(body.toString('utf8')) as JsonObject;

/** Starts a fake platform. @returns the environment of a program that uses it */
export async function startPlatform(respond: (request: ApiRequest) => JsonObject | number) {
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

/** Replaces the pauses and the monotonic clock of Node.js, so that pauses take no time. */
const withoutPauses = `
  import { syncBuiltinESMExports } from 'node:module';
  import timers from 'node:timers/promises';
  let now = 0;
  performance.now = () => now;
  timers.setTimeout = async (milliseconds) => { now += milliseconds; };
  syncBuiltinESMExports();`;

/** Command that starts a program with its pauses replaced, so that they take no time. */
export function commandWithoutPauses(file: string, given: NodeJS.ProcessEnv): Command {
  const start = [
    'import runpy, sys, time',
    'now = [0.0]',
    'time.monotonic = lambda: now[0]',
    'time.sleep = lambda seconds: now.__setitem__(0, now[0] + seconds)',
    'sys.argv = sys.argv[1:]',
    'runpy.run_path(sys.argv[0], run_name="__main__")',
  ].join('\n');
  const imported = `data:text/javascript,${encodeURIComponent(withoutPauses)}`;
  const command = file.endsWith('.py')
    ? { file: 'python3', args: ['-c', start, placeOf(file)] }
    : { file: 'node', args: ['--import', imported, placeOf(file)] };
  return { ...command, cwd: '/', env: environment(given) };
}
