import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { exec } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClients, type GeneratedClient } from '../../site/content/api-reference/clients.ts';
import { type GuideSandbox, startGuideSandbox } from '../guides/support/guide-sandbox.ts';

const root = path.resolve(import.meta.dirname, '../..');
const specs = path.join(root, 'specs');
const documents = ['platform.openapi.yaml', 'device.openapi.yaml'];
const clients = readClients();
const downloads = path.join(root, 'node_modules/.cache/client-generators');
const seconds: string[] = [];

const digest = (...parts: readonly (string | Buffer)[]) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

/** Digest of everything that a generated client depends on. */
async function digestOf(client: GeneratedClient): Promise<string> {
  const { install, generate, fetch, check, source } = client;
  const commands = JSON.stringify([install, generate, fetch, check, source]);
  const files = documents.map((name) => readFile(path.join(specs, name)));
  return digest(commands, ...(await Promise.all(files)));
}

/** Runs shell commands with a low priority. @throws Error with their output if one fails */
async function run(commands: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const shared = {
    // The clients of one language have the same libraries, which compile once.
    CARGO_TARGET_DIR: path.join(downloads, 'rust'),
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_INCREMENTAL: '0',
    // Half of the CPU time of programs that run for seconds.
    JAVA_TOOL_OPTIONS: `${process.env.JAVA_TOOL_OPTIONS ?? ''} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`,
  };
  try {
    const options = {
      cwd,
      env: { ...process.env, ...shared, ...env },
      shell: '/bin/bash',
      maxBuffer: 1e8,
    };
    const { stdout } = await promisify(exec)(
      `set -e\nrenice -n 5 $$ >/dev/null\n${commands}`,
      options,
    );
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${commands}\n${stdout ?? ''}\n${stderr ?? ''}`, { cause: error });
  }
}

const isMissing = (program: string) => spawnSync('which', [program]).status !== 0;

/** Why a client is skipped. */
class Skip extends Error {}

/** Runs shell commands that download. @throws Skip if they fail, as on a machine without network */
async function download(commands: string, cwd: string): Promise<void> {
  try {
    await run(commands, cwd);
  } catch (error) {
    const lines = String(error).trim().split('\n');
    throw new Skip(`download failed: ${lines.findLast((line) => line.trim() !== '') ?? ''}`);
  }
}

const installations = new Map<string, Promise<string>>();

/**
 * Installs the generator of a client, unless this or an earlier run has.
 * @returns folder for `tools`
 */
function installed({ install }: GeneratedClient): Promise<string> {
  const folder = path.join(downloads, digest(install));
  const create = async () => {
    const tools = path.join(folder, 'tools');
    if (existsSync(path.join(folder, 'done'))) return tools;
    await rm(folder, { recursive: true, force: true });
    await mkdir(tools, { recursive: true });
    await download(install, folder);
    await writeFile(path.join(folder, 'done'), install);
    return tools;
  };
  const installation = installations.get(install) ?? create();
  installations.set(install, installation);
  return installation;
}

/**
 * Generates and compiles a client, unless an earlier run has.
 * @returns its folder
 * @throws Skip if a download failed
 */
async function generated(client: GeneratedClient): Promise<string> {
  const folder = path.join(root, '.cache/clients', client.id);
  const mark = path.join(folder, 'done');
  const wanted = await digestOf(client);
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const name of documents) await copyFile(path.join(specs, name), path.join(folder, name));
  await writeFile(path.join(folder, `session.${client.extension}`), client.source);
  if (client.isFetched) await symlink(await installed(client), path.join(folder, 'tools'));
  const start = performance.now();
  const elapsed = () => Math.round((performance.now() - start) / 1000);
  await run(client.generate, folder);
  const generation = elapsed();
  if (client.fetch) await download(client.fetch, folder);
  await run(client.check, folder);
  await writeFile(mark, wanted);
  seconds.push(`${client.id} ${generation} s + ${elapsed() - generation} s`);
  return folder;
}

let sandbox: GuideSandbox;
beforeAll(async () => {
  // Downloads need no CPU, so they run at the same time; the tests wait for them.
  const needed = clients.filter(
    ({ isFetched, requires }) => isFetched && !requires.some(isMissing),
  );
  for (const client of needed) installed(client).catch(() => undefined);
  sandbox = await startGuideSandbox();
});
afterAll(async () => {
  await sandbox.close();
  if (seconds.length > 0) console.log(`Clients, generation + compilation: ${seconds.join(', ')}`);
});

describe('a generated client', () => {
  test.for(clients)(
    '$id compiles, and runs a session',
    { timeout: 1_200_000 },
    async (client, { skip }) => {
      const skipBecause = (reason: string) => {
        console.log(`generators: skipped ${client.id}: ${reason}`);
        return skip();
      };
      const missing = client.requires.find(isMissing);
      if (missing !== undefined) skipBecause(`${missing} is not installed`);
      const folder = await generated(client).catch((error: unknown) => {
        if (error instanceof Skip) return skipBecause(error.message);
        throw error;
      });
      const project = await sandbox.createProject();
      const [node] = project.nodes;
      const output = await run(client.run, folder, {
        ANEDYA_API_URL: `http://127.0.0.1:${sandbox.ports.platform}/v1`,
        ANEDYA_DEVICE_URL: `http://127.0.0.1:${sandbox.ports.device}/v1`,
        ANEDYA_API_KEY: project.apiKey,
        ANEDYA_NODE_ID: node.nodeId,
        ANEDYA_CONNECTION_KEY: node.connectionKey,
        ANEDYA_ASSET_ID: project.assetId,
      });
      const [first, last] = output.trim().split('\n');
      // The first lines, which the page shows, print the id of the new node.
      expect(first).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      expect(JSON.parse(last ?? '')).toEqual({
        created: true,
        latest: 24.5,
        aggregate: 24.5,
        command: ['success', 'led is on'],
        stored: 30,
        update: [true, 0],
        error: [404, 'node::nodenotfound'],
      });
    },
  );
});

test('the versions of npm packages are those of this repository', async () => {
  const file = await readFile(path.join(root, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(file) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  const installed = Object.entries({ ...dependencies, ...devDependencies }).map(
    ([name, version]) => `${name}@${version}`,
  );
  const named = clients.flatMap(({ install }) => install.match(/\S+@\d[\d.]*/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(installed).toEqual(expect.arrayContaining(named));
});
