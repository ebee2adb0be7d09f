import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
const seconds: string[] = [];

/** Digest of everything that a generated client depends on. */
async function digestOf(client: GeneratedClient): Promise<string> {
  const hash = createHash('sha256');
  const { install, generate, check } = client;
  hash.update(JSON.stringify([install, generate, check, client.source]));
  for (const name of documents) hash.update(await readFile(path.join(specs, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Runs shell commands. @throws Error with their output if one fails */
async function run(commands: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, shell: '/bin/bash', maxBuffer: 1e8 };
    const { stdout } = await promisify(exec)(`set -e\n${commands}`, options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${commands}\n${stdout ?? ''}\n${stderr ?? ''}`, { cause: error });
  }
}

const isMissing = (program: string) => spawnSync('which', [program]).status !== 0;

/**
 * Generates and compiles a client, unless an earlier run has.
 * @returns its folder; undefined if the generator could not be installed, as on a machine without network
 */
async function generated(client: GeneratedClient): Promise<string | undefined> {
  const folder = path.join(root, '.cache/clients', client.id);
  const mark = path.join(folder, 'done');
  const digest = await digestOf(client);
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === digest) return folder;
  const start = performance.now();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const name of documents) await copyFile(path.join(specs, name), path.join(folder, name));
  await writeFile(path.join(folder, `session.${client.extension}`), client.source);
  if (client.isFetched) {
    try {
      await run(client.install, folder);
    } catch {
      return undefined;
    }
  }
  await run(client.generate, folder);
  await run(client.check, folder);
  await writeFile(mark, digest);
  seconds.push(`${client.id} ${Math.round((performance.now() - start) / 1000)} s`);
  return folder;
}

let sandbox: GuideSandbox;
beforeAll(async () => {
  sandbox = await startGuideSandbox();
});
afterAll(async () => {
  await sandbox.close();
  if (seconds.length > 0) console.log(`Clients generated and compiled: ${seconds.join(', ')}`);
});

describe('a generated client', () => {
  test.for(clients)(
    '$id compiles, and runs a session',
    { timeout: 600_000 },
    async (client, { skip }) => {
      const missing = client.requires.find(isMissing);
      if (missing !== undefined) {
        console.log(`generators: skipped ${client.id}: ${missing} is not installed`);
        skip();
      }
      const folder = await generated(client);
      if (folder === undefined) {
        console.log(`generators: skipped ${client.id}: ${client.tool} could not be installed`);
        skip();
        return;
      }
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
