import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  allLanguages,
  sampleRequest,
  type Language,
} from '../../packages/code-samples/src/index.ts';
import { ApiServer, type ApiRequest } from '../examples/support/api-server.ts';
import { cleanEnvironment, secrets } from './support/environment.ts';
import { temporaryFolder } from './support/folders.ts';
import { operationOf } from './support/operations.ts';
import { runProgram } from './support/run-program.ts';
import { onlyParsed, printSkipped } from './support/skipped.ts';
import { toolchains } from './toolchains/index.ts';
import { missingSampleTool, missingZsh } from './toolchains/missing-tool.ts';

// These tests run compilers.
vi.setConfig({ testTimeout: 180_000 });

/** Nothing listens here: a request to the address in the program fails. */
const unreachable = 'http://127.0.0.1:1/v1';

const programs = [
  { id: 'platform', api: 'platform', operation: 'node-update', key: secrets.ANEDYA_API_KEY },
  { id: 'device', api: 'device', operation: 'binddevice', key: secrets.ANEDYA_CONNECTION_KEY },
] as const;

const ids = { ANEDYA_NODE_ID: 'own-node', ANEDYA_DEVICE_ID: 'own-device' };

const sourceOf = (language: Language, { api, operation }: (typeof programs)[number]) =>
  language.render(sampleRequest(operationOf(api, operation).operation, { baseUrl: unreachable }));

/** A server and the environment of the setup block, with white space around the keys. */
async function openServer({ before = '', after = '' } = {}) {
  const server = await ApiServer.start(() => ({ success: true }));
  onTestFinished(() => server.stop());
  const base = `${server.origin}/v1`;
  const env = {
    ...cleanEnvironment(),
    ...ids,
    ANEDYA_API_URL: base,
    ANEDYA_DEVICE_URL: base,
    ANEDYA_API_KEY: before + secrets.ANEDYA_API_KEY + after,
    ANEDYA_CONNECTION_KEY: before + secrets.ANEDYA_CONNECTION_KEY + after,
  };
  return { server, env };
}

/** The id in the body of a request. */
function idIn(request: ApiRequest | undefined): unknown {
  const body = JSON.parse(request?.body.toString('utf8') ?? '') as Record<string, unknown>;
  return body.nodeid ?? body.deviceid;
}

/** One request with the key and the id of the environment. */
function expectOwn({ requests }: ApiServer, { id, key }: (typeof programs)[number]): void {
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers.authorization?.replace('Bearer ', '')).toBe(key);
  const own = id === 'platform' ? ids.ANEDYA_NODE_ID : ids.ANEDYA_DEVICE_ID;
  expect(idIn(requests[0])).toBe(own);
}

const [folder, remove] = await temporaryFolder();
afterAll(remove);

printSkipped(
  allLanguages.map(({ id }) => ({ name: id, missing: toolchains[id].missing })),
  onlyParsed,
);
describe.each(allLanguages)(
  '$label: address, ids and keys come from the environment',
  (language) => {
    const { missing, build } = toolchains[language.id];
    test.skipIf(missing !== undefined)('of the setup block', async () => {
      const own = path.join(folder, language.id);
      await mkdir(own);
      const start = await build(
        programs.map((program) => ({ id: program.id, source: sourceOf(language, program) })),
        own,
      );
      for (const program of programs) {
        // A key that was copied from a file of Windows. A shell passes it on as it is.
        const { server, env } = await openServer(
          language.id === 'curl' ? {} : { before: ' ', after: '\r ' },
        );
        const outcome = await runProgram({ ...start(program.id), env });
        expect(outcome).toMatchObject({ code: 0, stderr: '' });
        expectOwn(server, program);
        // What a container or a failed command has set to nothing is not set.
        const noIds = { ...env, ANEDYA_NODE_ID: '', ANEDYA_DEVICE_ID: '' };
        expect(await runProgram({ ...start(program.id), env: noIds })).toMatchObject({ code: 0 });
        expect(idIn(server.requests[1])).toMatch(/^[\da-f-]{36}$/);
        const noKeys = { ...env, ANEDYA_API_KEY: '', ANEDYA_CONNECTION_KEY: '' };
        const { code, stderr } = await runProgram({ ...start(program.id), env: noKeys });
        expect(code).not.toBe(0);
        expect(stderr).toMatch(/ANEDYA_(?:API|CONNECTION)_KEY:? is not set/);
        const noAddress = { ...env, ANEDYA_API_URL: '', ANEDYA_DEVICE_URL: '' };
        const away = await runProgram({ ...start(program.id), env: noAddress });
        expect(away.code).not.toBe(0);
        expect(away.stderr).not.toMatch(/scheme|invalid url/i);
        expect(server.requests).toHaveLength(2);
      }
    });
  },
);

const missingCurl = missingSampleTool('curl');
const missingPaste = missingSampleTool('python');
printSkipped([{ name: 'curl in zsh', missing: missingZsh }]);

const shells = [
  { shell: 'bash', args: ['--norc', '--noprofile', '-i'], missing: missingCurl },
  { shell: 'zsh', args: ['-f', '-i'], missing: missingZsh ?? missingCurl },
] as const;
const paste = path.join(import.meta.dirname, 'support/paste.py');

describe.each(shells)('curl in $shell', ({ shell, args, missing }) => {
  const [curl] = allLanguages.filter(({ id }) => id === 'curl');

  test.skipIf(missing ?? missingPaste).each(['bracketed', 'plain'])('pasted, %s', async (mode) => {
    for (const program of programs) {
      const { server, env } = await openServer();
      const file = path.join(folder, `${shell}-${mode}-${program.id}.sh`);
      await writeFile(file, curl ? sourceOf(curl, program) : '');
      const typed = [paste, mode, file, shell, ...args];
      const outcome = await runProgram({ file: 'python3', args: typed, cwd: folder, env });
      expect(outcome).toMatchObject({ code: 0 });
      expectOwn(server, program);
    }
  });

  test.skipIf(missing)('as a file', async () => {
    for (const program of programs) {
      const { server, env } = await openServer();
      const file = path.join(folder, `${shell}-${program.id}.sh`);
      await writeFile(file, curl ? sourceOf(curl, program) : '');
      const outcome = await runProgram({ file: shell, args: [file], cwd: folder, env });
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      expectOwn(server, program);
    }
  });
});
