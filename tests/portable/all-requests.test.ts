import { cpSync } from 'node:fs';
import { writeFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  portableFormats,
  type PortableSet,
} from '../../packages/code-samples/src/portable/index.ts';
import { timeValue } from '../../packages/code-samples/src/portable/marks.ts';
import { allRequests } from '../../site/content/api-reference/downloads.ts';
import { apiConfigs, readApi } from '../../site/content/api-reference/documents.ts';
import {
  startGuideSandbox,
  type GuideSandbox,
  type SandboxProject,
} from '../guides/support/guide-sandbox.ts';
import { terminalLines } from '../../site/src/features/sandbox-project/terminal.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { tools, type Settings } from './tools.ts';

const [folder, removeFolder] = await temporaryFolder();
/** The first run installs tools. */
const timeout = 480_000;

let sandbox: GuideSandbox;

beforeAll(async () => {
  sandbox = await startGuideSandbox();
  for (const { file } of apiConfigs) cpSync(file, path.join(folder, path.basename(file)));
});
afterAll(async () => {
  await sandbox.close();
  await removeFolder();
});

/** Values of the variables in a project, as its setup block exports them. */
function settingsOf(set: PortableSet, project: SandboxProject, hasTimes: boolean): Settings {
  const block = terminalLines({ ...project, readAt: 0 }, sandbox.url, 'bash');
  const exported = [...block.matchAll(/^export (\w+)='(.*)'$/gm)];
  const known = new Map(exported.map(([, name = '', value = '']) => [name, value]));
  return Object.fromEntries(
    set.variables.flatMap(({ name, time }) => {
      if (time) return hasTimes ? [[name, String(timeValue(time, Date.now()))]] : [];
      return [[name, known.get(name) ?? expect.fail(`the setup block does not export ${name}`)]];
    }),
  );
}

describe.each(tools)('all requests with $name', { timeout }, ({ format: id, name, find, run }) => {
  test('succeed in a new project', async ({ skip }) => {
    const program = await find();
    if (program === undefined) {
      console.log(`portable: skipped ${id}: ${name} could not be installed`);
      skip();
      return;
    }
    const format = portableFormats.find((one) => one.id === id) ?? expect.fail(id);
    await mkdir(path.join(folder, id));
    for (const api of ['device', 'platform'] as const) {
      const project = await sandbox.createProject();
      const server = api === 'device' ? project.deviceUrl : project.platformUrl;
      const all = allRequests(await readApi(api));
      // As readers change the address of a file.
      const variables = all.variables.map((variable) =>
        variable.kind === 'address' ? { ...variable, value: server } : variable,
      );
      const set = { ...all, variables };
      const file = path.join(folder, id, set.name + format.extension);
      await writeFile(file, format.render(set, { now: Date.now(), specs: '../' }));
      const settings = settingsOf(set, project, ['hurl', 'arazzo'].includes(id));
      const report = await run(program, file, settings);
      expect(report.failure).toBeUndefined();
      if (report.statuses.length > 0) {
        expect(report.statuses).toEqual(set.requests.map(() => 200));
      }
    }
  });
});

test('newman fails if a request is rejected', { timeout }, async ({ skip }) => {
  const newman = tools.find(({ format }) => format === 'postman') ?? expect.fail('postman');
  const format = portableFormats.find(({ id }) => id === 'postman') ?? expect.fail('postman');
  const program = await newman.find();
  if (program === undefined) {
    skip();
    return;
  }
  const all = allRequests(await readApi('platform'));
  const set = { ...all, requests: all.requests.slice(0, 1) };
  const file = path.join(folder, `rejected${format.extension}`);
  await writeFile(file, format.render(set, { now: Date.now(), specs: '../' }));
  const project = await sandbox.createProject();
  const settings = { ANEDYA_API_URL: project.platformUrl, ANEDYA_API_KEY: 'unknown' };
  const { statuses, failure } = await newman.run(program, file, settings);
  expect(statuses).toEqual([401]);
  expect(failure).toBeDefined();
});

// No command-line tool reads HAR.
test.each(apiConfigs)(
  'all requests of the $name API match the schema of HAR 1.2',
  async ({ name }) => {
    const { render } = portableFormats.find(({ id }) => id === 'har') ?? expect.fail('har');
    const set = allRequests(await readApi(name));
    const load = createRequire(import.meta.url);
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json') as object);
    ajv.addSchema(Object.values(load('har-schema') as Record<string, object>));
    const archive = JSON.parse(render(set, { now: Date.now(), specs: '../' })) as {
      log: { entries: unknown[] };
    };
    expect(archive.log.entries).toHaveLength(set.requests.length);
    const isValid = ajv.validate('har.json#', archive);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
  },
);
