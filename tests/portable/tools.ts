import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { npmTool, type NpmTool } from '../../bench/lib/npm-tool.ts';
import type { PortableFormat } from '../../packages/code-samples/src/portable/index.ts';
import { cleanEnvironment } from '../samples/support/environment.ts';
import { root } from '../samples/support/folders.ts';

/** What a tool reports: the status of each request in order, and its output if it failed. */
export interface Report {
  readonly statuses: readonly number[];
  readonly failure: string | undefined;
}

/** Values of the variables of a file. */
export type Settings = Readonly<Record<string, string>>;

/** A program that reads a format. */
export interface Tool {
  readonly format: PortableFormat['id'];
  readonly name: string;
  /** Path of the program; undefined if it is neither on this machine nor installable. */
  readonly find: () => Promise<string | undefined>;
  readonly run: (program: string, file: string, settings: Settings) => Promise<Report>;
}

interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. It reads no configuration of the user. */
function run(command: string, args: readonly string[], cwd: string, env: Settings = {}) {
  return new Promise<Output>((resolve) => {
    const options = { cwd, env: { ...cleanEnvironment(), ...env }, maxBuffer: 64_000_000 };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

const failureOf = ({ code, stdout, stderr }: Output) =>
  code === 0 ? undefined : `exit code ${code}\n${stdout}\n${stderr}`;

const options = (name: string, settings: Settings) =>
  Object.entries(settings).flatMap(([key, value]) => [name, `${key}=${value}`]);

const fromNpm = (tool: NpmTool) => () => npmTool(tool);

/** On this machine, or from npm, whose package downloads the program. */
async function findHurl(): Promise<string | undefined> {
  const { code } = await run('hurl', ['--version'], root);
  return code === 0
    ? 'hurl'
    : npmTool({ package: '@orangeopensource/hurl', version: '8.0.4', program: 'hurl' });
}

/** Returns the JSON report of a tool, or its output. */
async function reportOf(file: string, output: Output, read: (report: unknown) => Report) {
  try {
    return read(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { statuses: [], failure: `no report\n${output.stdout}\n${output.stderr}` };
  } finally {
    await rm(file, { force: true });
  }
}

interface BrunoReport {
  readonly results: readonly { readonly response: { readonly status: number } }[];
}

interface NewmanReport {
  readonly run: {
    readonly executions: readonly { readonly response?: { readonly code: number } }[];
  };
}

interface HurlReport {
  readonly success: boolean;
  readonly entries: readonly {
    readonly calls: readonly { readonly response: { readonly status: number } }[];
  }[];
}

/** Writes a collection as files, as the import of Bruno does, with the function of its command line for imports. */
async function importBruno(program: string, file: string): Promise<string> {
  const load = createRequire(path.resolve(path.dirname(program), '../@usebruno/cli/package.json'));
  const { createCollectionFromBrunoObject } = load('./src/utils/collection.js') as {
    createCollectionFromBrunoObject: (
      collection: unknown,
      folder: string,
      options: { readonly format: 'bru' },
    ) => Promise<string>;
  };
  const folder = `${file}.collection`;
  mkdirSync(folder, { recursive: true });
  const collection: unknown = JSON.parse(await readFile(file, 'utf8'));
  return createCollectionFromBrunoObject(collection, folder, { format: 'bru' });
}

const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');

/** Programs that read the portable formats, except HAR. Exact versions, so that a release cannot break the tests. */
export const tools: readonly Tool[] = [
  {
    format: 'shell',
    name: 'bash and curl',
    find: () => Promise.resolve('bash'),
    run: async (program, file, settings) => {
      const output = await run(program, [file, 'all'], path.dirname(file), settings);
      return { statuses: [], failure: failureOf(output) };
    },
  },
  {
    format: 'http',
    name: 'httpyac',
    find: fromNpm({ package: 'httpyac', version: '6.16.7', program: 'httpyac' }),
    run: async (program, file, settings) => {
      const args = ['send', file, '--all', '--json', ...options('--var', settings)];
      const output = await run(program, args, path.dirname(file));
      const start = output.stdout.indexOf('{');
      const { requests } = JSON.parse(output.stdout.slice(start)) as {
        readonly requests: readonly { readonly response?: { readonly statusCode: number } }[];
      };
      return {
        statuses: requests.map(({ response }) => response?.statusCode ?? 0),
        failure: failureOf(output),
      };
    },
  },
  {
    format: 'hurl',
    name: 'hurl',
    find: findHurl,
    run: async (program, file, settings) => {
      const args = ['--continue-on-error', '--json', ...options('--variable', settings), file];
      const output = await run(program, args, path.dirname(file));
      const { entries } = JSON.parse(output.stdout) as HurlReport;
      const statuses = entries.map(({ calls }) => calls[0]?.response.status ?? 0);
      return { statuses, failure: output.code === 0 ? undefined : output.stderr };
    },
  },
  {
    format: 'bruno',
    name: 'bru',
    find: fromNpm({ package: '@usebruno/cli', version: '4.1.0', program: 'bru' }),
    run: async (program, file, settings) => {
      const folder = await importBruno(program, file);
      const report = path.join(folder, 'report.json');
      const args = ['run', '-r', '--env', 'Anedya', '--reporter-json', report];
      const output = await run(program, [...args, ...options('--env-var', settings)], folder);
      return reportOf(report, output, (runs) => ({
        statuses: (runs as readonly BrunoReport[]).flatMap(({ results }) =>
          results.map(({ response }) => response.status),
        ),
        failure: failureOf(output),
      }));
    },
  },
  {
    format: 'postman',
    name: 'newman',
    find: fromNpm({ package: 'newman', version: '6.2.2', program: 'newman' }),
    run: async (program, file, settings) => {
      const report = `${file}.report`;
      const args = ['run', file, '-r', 'json', '--reporter-json-export', report];
      const output = await run(
        program,
        [...args, ...options('--env-var', settings)],
        path.dirname(file),
      );
      return reportOf(report, output, (result) => ({
        statuses: (result as NewmanReport).run.executions.map(
          ({ response }) => response?.code ?? 0,
        ),
        failure: failureOf(output),
      }));
    },
  },
  {
    format: 'arazzo',
    name: 'redocly',
    find: () => Promise.resolve(process.execPath),
    run: async (program, file, settings) => {
      const { ANEDYA_API_URL = '', ANEDYA_DEVICE_URL = '', ...inputs } = settings;
      const servers = options('-S', { platform: ANEDYA_API_URL, device: ANEDYA_DEVICE_URL });
      const args = [redocly, 'respect', path.basename(file), ...servers, ...options('-i', inputs)];
      const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const output = await run(program, args, path.dirname(file), environment);
      return { statuses: [], failure: failureOf(output) };
    },
  },
];
