import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages, type LanguageId } from '../../packages/code-samples/src/index.ts';
import { bodyFault } from '../../packages/openapi-model/src/index.ts';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { startGuideSandbox, type GuideSandbox } from '../guides/support/guide-sandbox.ts';
import { calls } from '../samples/support/calls.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { sayWhatIsSkipped } from '../samples/support/skipped.ts';
import { toolchains } from '../samples/toolchains/index.ts';
import { rustToolchain } from '../samples/toolchains/rust.ts';
import type { Toolchain } from '../samples/toolchains/toolchain.ts';
import { runLanguage, type SampleRun } from './support/run-language.ts';

// Its own project: the other test of samples may compile at the same time.
const own: Readonly<Record<LanguageId, Toolchain>> = {
  ...toolchains,
  rust: await rustToolchain('sandbox_samples'),
};

const [folder, removeFolder] = await temporaryFolder();
const names = calls.map(({ api, operation }) => `${api}/${operation.id}`);
const runnable = languages.filter(({ id }) => own[id].missing === undefined);
const runs = new Map<LanguageId, Promise<readonly SampleRun[]>>();
const sandboxes: GuideSandbox[] = [];

/** For a language that waits for its turn behind the others. */
const timeout = 900_000;

sayWhatIsSkipped(languages.map(({ id }) => ({ name: `sandbox/${id}`, missing: own[id].missing })));

/** Starts all languages; programs wait for their turn, two run at the same time. */
beforeAll(async () => {
  for (const language of runnable) {
    const sandbox = await startGuideSandbox();
    sandboxes.push(sandbox);
    const run = runLanguage(language, own[language.id], sandbox, folder);
    // The tests of its language tell.
    run.catch(() => undefined);
    runs.set(language.id, run);
  }
});

afterAll(async () => {
  await Promise.allSettled(runs.values());
  for (const sandbox of sandboxes) await sandbox.close();
  await removeFolder();
}, timeout);

test('there are 52 calls', () => {
  expect(names).toHaveLength(52);
});

describe.each(languages)('all samples succeed on the sandbox: $label', { timeout }, ({ id }) => {
  const { missing } = own[id];
  test.skipIf(missing !== undefined).each(names)('%s', async (name) => {
    const run = (await runs.get(id))?.find((one) => one.name === name);
    const { outcome, call } = run ?? expect.fail(`${name} has not run`);
    expect({ ...outcome, stdout: '' }, outcome.stdout).toMatchObject({ code: 0, stderr: '' });
    const answer = JSON.parse(outcome.stdout) as JsonValue;
    const schema = call.operation.answers.find(({ status }) => status === '200')?.schema ?? {};
    expect(bodyFault(schema, answer)).toBeUndefined();
    const isTime = name === 'device/http-time-sync';
    expect(answer).toMatchObject(isTime ? {} : { success: true });
  });
});
