import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { languages, sampleRequest } from '../../packages/code-samples/src/index.ts';
import { environment } from '../examples/support/run-example.ts';
import { readGuide } from '../guides/support/fences.ts';
import { operationOf } from '../samples/support/operations.ts';
import { runProgram } from '../samples/support/run-program.ts';
import { missingSampleTool, missingZsh } from '../samples/toolchains/missing-tool.ts';
import { openScenario } from './computer-cases.ts';
import type { Disruption } from './disruptions.ts';
import { Rig, type Scenario } from './rig.ts';

vi.setConfig({ testTimeout: 60_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const missingCurl = missingSampleTool('curl');
const shells = [
  { shell: 'bash', args: ['--norc', '--noprofile'], missing: missingCurl },
  { shell: 'zsh', args: ['-f'], missing: missingZsh ?? missingCurl },
] as const;

describe.each(shells)('$shell', ({ shell, args, missing }) => {
  const testShell = test.skipIf(missing !== undefined);

  const run = (text: string, { http, project }: Scenario, given: NodeJS.ProcessEnv = {}) =>
    runProgram({
      file: shell,
      args: [...args, '-c', text],
      cwd: path.resolve(import.meta.dirname),
      env: environment({
        ANEDYA_API_URL: `http://127.0.0.1:${http.proxy.port}/v1`,
        ANEDYA_API_KEY: project.apiKey,
        ...given,
      }),
    });

  describe('a sample of curl', () => {
    const [curl] = languages.filter(({ id }) => id === 'curl');
    const sample =
      curl?.render(sampleRequest(operationOf('platform', 'node-list').operation)) ?? '';
    const at = '/node/list';

    testShell.each<Disruption & { code: number; says: RegExp }>([
      { at, effect: 429, retryAfter: 20, code: 22, says: /error: 429\nRetry-After: 20\n$/ },
      { at, effect: 500, code: 22, says: /error: 500\n/ },
      { at, effect: 'cut', code: 18, says: /outstanding read data remaining|bytes remaining/ },
      { at, effect: 'drop', code: 52, says: /Empty reply/ },
    ])('fails with its reason, and sends nothing twice: $effect', async (failure) => {
      const scenario = await openScenario(rig, { name: 'failure', disruptions: [failure] });
      scenario.isBackEnd = true;
      const { code, stderr } = await run(sample, scenario);
      expect(code).toBe(failure.code);
      expect(stderr).toMatch(failure.says);
      expect(scenario.requests).toHaveLength(1);
    });

    testShell('shows which header has a line break from a file of Windows', async () => {
      const scenario = await openScenario(rig, { name: 'CR' });
      const { code, stdout } = await run(sample, scenario, {
        ANEDYA_API_URL: `http://127.0.0.1:${rig.box.sandbox.ports.platform}/v1`,
        ANEDYA_API_KEY: `${scenario.project.apiKey}\r`,
      });
      expect(code).toBe(22);
      expect(stdout).toMatch(/The header Authorization is not valid.*line break/);
    });
  });

  testShell('the loop that waits for a result goes on after an error 429', async () => {
    const at = '/commands/getDetails';
    const busy: Disruption = { at, effect: 429, retryAfter: 1 };
    const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] }, (_, text) =>
      text.replace('"pending"', '"success"'),
    );
    scenario.isBackEnd = true;
    const { text = '' } =
      readGuide('getting-started/sendcommands.mdx').fences.find(({ section }) =>
        section.startsWith('Wait for the result'),
      ) ?? {};
    const id = await scenario.sendCommand();
    const { stdout } = await run(text, scenario, { COMMAND_ID: id });
    expect(stdout).toBe('success\n');
    expect(scenario.requests).toHaveLength(2);
  });
});
