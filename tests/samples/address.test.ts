import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  languages,
  sampleRequest,
  type LanguageId,
} from '../../packages/code-samples/src/index.ts';
import { missingProgram } from '../../scripts/lib/sample-tools.mjs';
import { ApiServer } from '../examples/support/api-server.ts';
import { cleanEnvironment, secrets } from './support/environment.ts';
import { temporaryFolder } from './support/folders.ts';
import { operations } from './support/operations.ts';
import { runProgram } from './support/run-program.ts';
import { printSkipped } from './support/skipped.ts';
import { missingSampleTool } from './toolchains/missing-tool.ts';

/** Nothing listens here: a request to the address in the program fails. */
const unreachable = 'http://127.0.0.1:1/v1';

const zsh = missingProgram({
  ...{ program: 'zsh', args: ['--version'] },
  ...{ version: /(\d+)\.(\d+)/, minimum: [5, 0] },
});
printSkipped([{ name: 'curl in zsh', missing: zsh }]);

/** Interpreters, with the arguments before the program, and why one is missing. */
const runs: readonly (readonly [
  string,
  LanguageId,
  string,
  readonly string[],
  string | undefined,
])[] = [
  ['bash', 'curl', 'bash', [], missingSampleTool('curl')],
  ['zsh', 'curl', 'zsh', ['-f'], zsh ?? missingSampleTool('curl')],
  // Pasted text is interactive: comments are commands, and ! expands.
  [
    'zsh, pasted',
    'curl',
    'zsh',
    ['-f', '-i', '-c', 'setopt no_interactive_comments; eval "$(<$0)"'],
    zsh,
  ],
  ['Node.js', 'nodejs', 'node', [], missingSampleTool('nodejs')],
  ['Python', 'python', 'python3', [], missingSampleTool('python')],
  ['Ruby', 'ruby', 'ruby', [], missingSampleTool('ruby')],
  ['PHP', 'php', 'php', [], missingSampleTool('php')],
];

describe.each(runs)('%s: the address comes from the environment', (_, id, file, args, missing) => {
  test.skipIf(missing !== undefined).each([
    ['platform', 'ANEDYA_API_URL', secrets.ANEDYA_API_KEY],
    ['device', 'ANEDYA_DEVICE_URL', secrets.ANEDYA_CONNECTION_KEY],
  ])('%s', async (api, variable, key) => {
    const language = languages.find((one) => one.id === id);
    const entry = operations.find((one) => one.api === api);
    if (!language || !entry) throw new Error(id);
    const server = await ApiServer.start(() => ({ success: true }));
    onTestFinished(() => server.stop());
    const [folder, remove] = await temporaryFolder();
    onTestFinished(remove);
    const program = path.join(folder, language.file);
    const source = language.render(sampleRequest(entry.operation, { baseUrl: unreachable }));
    await writeFile(program, source);
    // A key that was copied from a file of Windows. A shell passes it on as it is.
    const end = id === 'curl' ? '' : '\r';
    const keys = {
      ANEDYA_API_KEY: secrets.ANEDYA_API_KEY + end,
      ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY + end,
    };
    const env = { ...cleanEnvironment(), ...keys, [variable]: `${server.origin}/v1` };
    const outcome = await runProgram({ file, args: [...args, program], cwd: folder, env });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization?.replace('Bearer ', '')).toBe(key);
  });
});
