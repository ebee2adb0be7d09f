import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideWorkflows, workflowPath } from '../../site/content/workflows/index.ts';
import { guideRequests } from '../../site/content/workflows/requests.ts';
import { root } from '../samples/support/folders.ts';
import { guidesWithFences } from './support/fences.ts';
import {
  post,
  startGuideSandbox,
  type GuideSandbox,
  type SandboxProject,
} from './support/guide-sandbox.ts';
import { createdVariables, guideInputs, guides, readSource } from './support/guide-sources.ts';

const run = promisify(execFile);

const pages = guidesWithFences().map((file) => ({ file, ...readSource(file) }));

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

  /** Runs a workflow. @returns the output of the tool if it failed */
  async function failureOf(name: string, project: SandboxProject): Promise<string | undefined> {
    const inputs = guideInputs(project);
    const args = [
      'respect',
      workflowPath(name),
      '-S',
      `platform=${project.platformUrl}`,
      '-S',
      `device=${project.deviceUrl}`,
      ...Object.entries(inputs).flatMap(([key, value]) => ['-i', `${key}=${value}`]),
    ];
    const cli = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    return run(process.execPath, [cli, ...args], { cwd: folder, env }).then(
      () => undefined,
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
  }

  // A new project has the variables that guides create.
  test.each(guides.map(({ name }) => name))('%s runs in a new project', async (name) => {
    expect(await failureOf(name, await sandbox.createProject())).toBeUndefined();
  });

  test.each(guides.map(({ name }) => name).filter((name) => createdVariables(name).length > 0))(
    '%s creates its variables',
    async (name) => {
      const project = await sandbox.createProject();
      const headers = { Authorization: `Bearer ${project.apiKey}` };
      const variables = createdVariables(name);
      for (const variable of variables) {
        await post(`${project.platformUrl}/variables/delete`, { variable }, headers);
      }
      expect(await failureOf(name, project)).toBeUndefined();
      const list = await post(`${project.platformUrl}/variables/list`, { limit: 100 }, headers);
      const identifiers = (list.nodeParams as { variable: string }[]).map((one) => one.variable);
      expect(identifiers).toEqual(expect.arrayContaining([...variables]));
    },
  );

  test('set-up-a-project fails with a wrong key', async () => {
    const project = await sandbox.createProject();
    const failure = await failureOf('set-up-a-project', { ...project, apiKey: 'unknown' });
    expect(failure).toContain('variable-create');
  });
});
