import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideWorkflows, workflowPath, type Guide } from '../../site/plugins/workflows/index.ts';
import { guideRequests } from '../../site/plugins/workflows/requests.ts';
import { root } from '../samples/support/folders.ts';
import { guidesWithFences } from './support/fences.ts';
import { post, startGuideSandbox, type GuideSandbox } from './support/guide-sandbox.ts';

const run = promisify(execFile);

/** Front matter and source of a guide. */
function read(file: string): Partial<Guide> & { readonly source: string } {
  const source = readFileSync(path.join(root, 'site/docs', file), 'utf8');
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? [];
  const { title, workflow } = parse(head) as { title: string; workflow?: string };
  return { title, source, ...(workflow !== undefined && { name: workflow }) };
}

const pages = guidesWithFences().map((file) => ({ file, ...read(file) }));
const guides = pages.filter((page): page is typeof page & Guide => page.name !== undefined);

/** Guides of these folders without a workflow, with the reason. */
const without: Readonly<Record<string, string>> = {
  'features/index.mdx': 'only lists nodes',
  'features/access-tokens/accesspolicy.mdx': 'creates the same access token as its overview',
  'features/access-tokens/authentication.mdx': 'creates the same access token as its overview',
  'features/ota/index.mdx': 'one request of a device',
};

describe('workflows of the guides', () => {
  let sandbox: GuideSandbox;
  let folder: string;
  beforeAll(async () => {
    sandbox = await startGuideSandbox();
    folder = mkdtempSync(path.join(tmpdir(), 'workflows-'));
    mkdirSync(path.join(folder, 'specs/workflows'), { recursive: true });
    for (const api of ['platform', 'device']) {
      const name = `specs/${api}.openapi.yaml`;
      cpSync(path.join(root, name), path.join(folder, name));
    }
    for (const [name, text] of await guideWorkflows(guides, '../')) {
      writeFileSync(path.join(folder, name), text);
    }
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('exist for every guide with requests, or not for a reason', () => {
    const expected = pages.filter(
      ({ file, source }) =>
        /^(?:getting-started|features)\//.test(file) && guideRequests(source).length > 0,
    );
    const named = [...guides.map(({ file }) => file), ...Object.keys(without)];
    expect(named.toSorted()).toEqual(expected.map(({ file }) => file).toSorted());
  });

  test.each(guides.map(({ name }) => name))('%s runs in a new project', async (name) => {
    const project = await sandbox.createProject();
    const [node] = project.nodes;
    const headers = { Authorization: `Bearer ${project.apiKey}` };
    // Variables of the sample data that these guides create.
    const created = /quickstart|set-up/.test(name) ? ['temperature', 'position'] : [];
    for (const variable of created) {
      await post(`${project.platformUrl}/variables/delete`, { variable }, headers);
    }
    const now = Date.now();
    const inputs = {
      ANEDYA_API_KEY: project.apiKey,
      ANEDYA_CONNECTION_KEY: node.connectionKey,
      ANEDYA_NODE_ID: node.nodeId,
      ANEDYA_DEVICE_ID: randomUUID(),
      DEVICE_ID: randomUUID(),
      now_ms: now,
      start_sec: Math.floor(now / 1000),
      expiry_ms: now + 3_600_000,
      from_ms: now - 3_600_000,
      from_sec: Math.floor(now / 1000) - 3600,
      to_sec: Math.floor(now / 1000),
    };
    const args = [
      ...['respect', workflowPath(name)],
      ...['-S', `platform=${project.platformUrl}`, '-S', `device=${project.deviceUrl}`],
      ...Object.entries(inputs).flatMap(([key, value]) => ['-i', `${key}=${value}`]),
    ];
    const cli = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const failed = await run(process.execPath, [cli, ...args], { cwd: folder, env }).then(
      () => undefined,
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    expect(failed).toBeUndefined();
  });
});
