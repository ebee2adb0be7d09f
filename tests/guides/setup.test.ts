import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { terminalLines } from '../../site/src/features/sandbox-project/terminal.ts';
import { environment } from '../examples/support/run-example.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runProgram } from '../samples/support/run-program.ts';
import { guidesWithFences, readGuide, type Fence } from './support/fences.ts';
import { startGuideSandbox, type GuideSandbox } from './support/guide-sandbox.ts';
import { Reader } from './support/reader.ts';
import { fromTerminal, isSetup, setupBlocks } from './support/setup.ts';
import { missingBasics, missingFor } from './support/tools.ts';

// These tests compile programs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const basics = describe.skipIf(missingBasics !== undefined);

let sandbox: GuideSandbox;
beforeAll(async () => {
  sandbox = await startGuideSandbox();
});
afterAll(() => sandbox.close());

async function openReader(): Promise<Reader> {
  const reader = await Reader.open(sandbox);
  onTestFinished(() => reader.close());
  return reader;
}

const closed = 'http://127.0.0.1:1/sandbox';
const addresses = ['ANEDYA_API_URL', 'ANEDYA_DEVICE_URL', 'ANEDYA_MQTT_HOST'] as const;
const keys = ['ANEDYA_API_KEY', 'ANEDYA_CONNECTION_KEY'] as const;

/** The setup reported the error and unset addresses and keys, so what follows stops. */
async function expectFailed(reader: Reader, stderr: string): Promise<void> {
  expect(stderr).toContain('Setup failed');
  for (const name of [...addresses, ...keys]) expect(await reader.variable(name)).toBe('');
}

basics('a setup block', () => {
  test('of the page fails when the sandbox is unavailable', async () => {
    const reader = await openReader();
    const made = await sandbox.createProject();
    const project = { ...made, platformUrl: `${closed}/platform/v1`, readAt: 0 };
    const { stderr } = await reader.shell.run(terminalLines(project, sandbox.url, 'bash'));
    await expectFailed(reader, stderr);
  });

  test('of the page fails when the project has expired', async () => {
    const reader = await openReader();
    const project = { ...(await sandbox.createProject()), apiKey: 'ended', readAt: 0 };
    const { stderr } = await reader.shell.run(terminalLines(project, sandbox.url, 'bash'));
    await expectFailed(reader, stderr);
  });

  test('of the terminal only fails when the address is wrong', async () => {
    const reader = await openReader();
    const [address, block] = setupBlocks.sandbox.map((fence) => reader.textOf(fence));
    expect(address).toBe(`export ANEDYA_SANDBOX_URL=${sandbox.url}`);
    await reader.shell.run(`export ANEDYA_SANDBOX_URL=${closed}`);
    const { stderr } = await reader.shell.run(block ?? '');
    await expectFailed(reader, stderr);
  });

  test('of the terminal only prints why the sandbox rejects a request', async () => {
    const reader = await openReader();
    await reader.shell.run(`export ANEDYA_SANDBOX_URL=${sandbox.url}/none`);
    const [, block] = setupBlocks.sandbox.map((fence) => reader.textOf(fence));
    const { stderr } = await reader.shell.run(block ?? '');
    expect(stderr).toMatch(/404[^]*"error":/);
    await expectFailed(reader, stderr);
  });

  test('of the platform keeps the variables of a sandbox project without prompting for a key', async () => {
    const reader = await openReader();
    await fromTerminal(reader);
    const names = [...addresses, 'ANEDYA_MQTT_PORT', 'ANEDYA_CA_FILE', 'ANEDYA_API_KEY'];
    const values = async () =>
      (await reader.shell.run(names.map((name) => `echo "$${name}"`).join('\n'))).stdout;
    const before = await values();
    for (const fence of setupBlocks.platform) {
      expect(await reader.shell.run(reader.textOf(fence))).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await values()).toEqual(before);
  });

  test('of the platform prompts for the key without showing it', async () => {
    const reader = await openReader();
    const { platformUrl, deviceUrl, apiKey } = await sandbox.createProject();
    await reader.shell.run(`export ANEDYA_API_URL=${platformUrl} ANEDYA_DEVICE_URL=${deviceUrl}`);
    const [set, ask, check] = setupBlocks.platform.map((fence) => reader.textOf(fence));
    await reader.shell.run(set ?? '');
    const asked = await reader.shell.run(ask ?? '', `${apiKey}\n`);
    expect(asked).toEqual({ code: 0, stdout: 'API key: \n', stderr: '' });
    expect((await reader.shell.run(check ?? '')).stdout).toContain(`Ready: ${platformUrl}`);
  });

  test('of the platform removes the line break of a file from Windows from the key', async () => {
    const reader = await openReader();
    const { platformUrl, apiKey } = await sandbox.createProject();
    await reader.shell.run(`export ANEDYA_API_URL=${platformUrl} ANEDYA_API_KEY=${apiKey}$'\\r'`);
    const { stdout } = await reader.shell.run(setupBlocks.platform.at(-1)?.text ?? '');
    expect(stdout).toContain('Ready: ');
    expect(await reader.variable('ANEDYA_API_KEY')).toBe(apiKey);
  });

  test('of the platform fails with a wrong key', async () => {
    const reader = await openReader();
    const { platformUrl } = await sandbox.createProject();
    await reader.shell.run(`export ANEDYA_API_URL=${platformUrl} ANEDYA_API_KEY=wrong`);
    const { stderr } = await reader.shell.run(setupBlocks.platform.at(-1)?.text ?? '');
    expect(stderr).toContain('"success":false');
    await expectFailed(reader, stderr);
  });

  test('of the platform sets the hosts of one region', () => {
    const text = setupBlocks.platform.map((fence) => fence.text).join('\n');
    const hosts = text.match(/\w[\w.-]*\.anedya\.io/g);
    expect(hosts).toEqual([
      'api.ap-in-1.anedya.io',
      'device.ap-in-1.anedya.io',
      'mqtt.ap-in-1.anedya.io',
    ]);
  });
});

/** Programs in fences that use the network. */
const reaching = ['curl', 'mosquitto_sub', 'mosquitto_pub', 'mosquitto_rr', 'openssl', 'npm'];

const pages = guidesWithFences().map(readGuide);
const isShell = (fence: Fence) => fence.language === 'bash' && !isSetup(fence);
const shellFences = pages.flatMap(({ fences }) => fences.filter(isShell));
const programs = pages
  .flatMap(({ fences }) => fences)
  .filter(
    ({ language, text }) =>
      ['python', 'javascript', 'go'].includes(language) && /ANEDYA_\w/.test(text),
  );

/** File extension and interpreter of a program, by the language of its fence. */
const starts: Readonly<Record<string, readonly string[]>> = {
  python: ['py', 'python3'],
  javascript: ['mjs', 'node'],
  go: ['go', 'go', 'run'],
};

const nameOf = ({ page, line, label }: Fence) => `${page}:${line} ${label}`;

basics('without a setup block', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'no-setup-'));
    // Records requests of a fence instead of sending them.
    for (const name of reaching) {
      const file = path.join(folder, name);
      await writeFile(
        file,
        `#!/bin/sh\nprintf '%s\\n' "${name} $*" >>"${folder}/reached"\nexit 1\n`,
      );
      await chmod(file, 0o755);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Hosts that were contacted since the last call. */
  async function reached(): Promise<string> {
    const file = path.join(folder, 'reached');
    const text = await readFile(file, 'utf8').catch(() => '');
    await rm(file, { force: true });
    return text;
  }

  /** Runs a fence in an interactive shell, like a terminal: an error ends the line, but not the shell. */
  async function paste(text: string): Promise<string> {
    const env = {
      ...environment({}),
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      PS1: '',
      HOME: folder,
    };
    const shell = spawn('bash', ['--norc', '-i'], {
      cwd: folder,
      env,
      stdio: 'pipe',
      detached: true,
    });
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    shell.stdin.end(`sleep() { :; }\n${text}\nexit\n`);
    await new Promise((resolve) => shell.on('close', resolve));
    return output;
  }

  const commands = shellFences.filter(({ text }) =>
    /\b(?:curl|mosquitto_\w+|openssl s_client)\b/.test(text),
  );

  test('there are commands to try', () => {
    expect(commands.length).toBeGreaterThan(40);
  });

  test.each(commands.map((fence) => [nameOf(fence), fence.text] as const))(
    '%s reaches no host',
    async (_, text) => {
      const output = await paste(text);
      expect(await reached()).toBe('');
      expect(output).toMatch(/run the setup block|create the asset first/);
    },
  );

  for (const fence of programs) {
    test.skipIf(missingFor(fence) !== undefined)(
      `${nameOf(fence)} names the variable that is not set`,
      async () => {
        const [own, remove] = await temporaryFolder();
        onTestFinished(remove);
        const [ending = '', ...run] = starts[fence.language] ?? [];
        const file = path.join(own, `program.${ending}`);
        await writeFile(file, fence.text);
        const [program, ...args] = [...run, file];
        const outcome = await runProgram({ file: program, args, cwd: own, env: environment({}) });
        expect(outcome.code).not.toBe(0);
        expect(outcome.stderr).toMatch(/ANEDYA_\w+ is not set: run the setup block/);
      },
    );
  }
});

test('only setup blocks contain a host of the platform', () => {
  const naming = [...shellFences, ...programs].filter(({ text }) => text.includes('anedya.io'));
  expect(naming.map(nameOf)).toEqual([]);
});

test('no fence sets an example id', () => {
  const setting = shellFences.filter(({ text }) => /=['"]?(?:0{8}-|019f0000-|EXAMPLE)/.test(text));
  expect(setting.map(nameOf)).toEqual([]);
});

const guides = guidesWithFences().map(readGuide);

// `file_name.pem` has the symbol `_binary_file_name_pem_start`.
test('a program of ESP-IDF follows the component file that embeds what it reads', () => {
  const found = guides.flatMap(({ fences }) =>
    fences.flatMap(({ text }, index) =>
      [...text.matchAll(/_binary_(\w+)_start/g)].map(([, symbol]) => ({
        symbol,
        embedded: /EMBED_TXTFILES "([^"]+)"/.exec(fences[index - 1]?.text ?? '')?.[1],
      })),
    ),
  );
  expect(found).not.toEqual([]);
  for (const { symbol, embedded } of found) expect(embedded?.replaceAll(/\W/g, '_')).toBe(symbol);
});

test('a guide that writes a partition of a board also flashes the program', () => {
  const writing = guides.filter(({ fences }) =>
    fences.some(({ text }) => text.includes('parttool.py write_partition')),
  );
  expect(writing).not.toEqual([]);
  for (const { inlineCodes } of writing) {
    expect(inlineCodes.some((code) => /^idf\.py (?:.* )?flash$/.test(code))).toBe(true);
  }
});
