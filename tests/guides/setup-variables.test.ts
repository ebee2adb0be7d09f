import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRequests } from '../../site/content/api-reference/downloads.ts';
import { readApi } from '../../site/content/api-reference/documents.ts';
import { terminalLines } from '../../site/src/features/sandbox-project/terminal.ts';
import { root } from '../samples/support/folders.ts';
import { startGuideSandbox, type GuideSandbox } from './support/guide-sandbox.ts';

let sandbox: GuideSandbox;
beforeAll(async () => {
  sandbox = await startGuideSandbox();
});
afterAll(() => sandbox.close());

const variable = /\bANEDYA_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g;

/** Folders with the texts and programs of guides, the samples of operations, and the device for terminals. */
const folders = [
  'site/docs',
  'site/examples',
  'packages/code-samples/src',
  'packages/simulated-device/src',
];

/** Variables that guides, programs, samples and downloads name, with a file that names each. */
async function namedVariables(): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  for (const folder of folders) {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      for (const [name] of readFileSync(file, 'utf8').matchAll(variable)) {
        named.set(name, path.relative(root, file));
      }
    }
  }
  for (const api of ['device', 'platform'] as const) {
    for (const { name, kind } of allRequests(await readApi(api)).variables) {
      if (kind !== 'time') named.set(name, `the downloads of the ${api} API`);
    }
  }
  return named;
}

test('the setup block of a project exports every variable that pages and downloads name', async () => {
  const project = await sandbox.createProject();
  const block = terminalLines({ ...project, readAt: 0 }, sandbox.url, 'bash');
  const exported = [...block.matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  const named = await namedVariables();
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter(([name]) => !exported.includes(name))).toEqual([]);
});
