import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  allLanguages,
  type Language,
  type LanguageId,
} from '../../packages/code-samples/src/index.ts';
import { bodyViolation } from '../../packages/openapi-model/src/index.ts';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { startGuideSandbox, type GuideSandbox } from '../guides/support/guide-sandbox.ts';
import { operations } from '../samples/support/operations.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { printSkipped } from '../samples/support/skipped.ts';
import { toolchains } from '../samples/toolchains/index.ts';
import { rustToolchain } from '../samples/toolchains/rust.ts';
import type { Toolchain } from '../samples/toolchains/toolchain.ts';
import { runLanguage, type SampleRun } from './support/run-language.ts';

// These tests run compilers.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// A separate project: the other test of samples may compile at the same time.
const own: Readonly<Record<LanguageId, Toolchain>> = {
  ...toolchains,
  rust: await rustToolchain('sandbox_samples'),
};

const [folder, removeFolder] = await temporaryFolder();
const names = operations.map(({ api, operation }) => `${api}/${operation.id}`);
const sandboxes: GuideSandbox[] = [];

const day = 86_400_000;
const year = 365;

/** The samples of a language, run at a given date. */
interface Suite {
  readonly label: string;
  readonly language: Language;
  /** Age of the projects when the samples run, in days. */
  readonly age: number;
  /** Offset of the clocks of the sandbox and of the programs when the samples run, in milliseconds. */
  readonly ahead: number;
}

const now = allLanguages.map((language): Suite => ({
  label: `${language.label}, new projects`,
  language,
  age: 0,
  ahead: 0,
}));

/** Samples must work in old projects, and long after their page was built. Tests can set the clock of a program only for Node.js. */
const later = allLanguages
  .filter(({ id }) => id === 'nodejs')
  .flatMap((language): Suite[] => [
    { label: `${language.label}, projects of a year ago`, language, age: year, ahead: 0 },
    { label: `${language.label}, 400 days from now`, language, age: 0, ahead: 400 * day },
  ]);

const suites = [...now, ...later];
const runs = new Map<string, Promise<readonly SampleRun[]>>();

/** Environment of Node.js programs with a clock in the future. */
const withClock = (ahead: number) => ({
  NODE_OPTIONS: `--import "data:text/javascript,const { now } = Date; Date.now = () => now() + ${ahead};"`,
});

/** Timeout for a language that waits for the others. */
const timeout = 900_000;

printSkipped(allLanguages.map(({ id }) => ({ name: `sandbox/${id}`, missing: own[id].missing })));

/** Starts all suites. At most two programs run at the same time; the others wait. */
beforeAll(async () => {
  for (const { label, language, age, ahead } of suites) {
    if (own[language.id].missing !== undefined) continue;
    const sandbox = await startGuideSandbox(ahead - age * day);
    sandboxes.push(sandbox);
    const target = path.join(folder, String(sandboxes.length));
    const environment = ahead === 0 ? {} : withClock(ahead);
    const run = runLanguage(language, own[language.id], sandbox, target, age, environment);
    // The tests of the suite report it.
    run.catch(() => undefined);
    runs.set(label, run);
  }
});

afterAll(async () => {
  await Promise.allSettled(runs.values());
  for (const sandbox of sandboxes) await sandbox.close();
  await removeFolder();
}, timeout);

test('there are 52 operations', () => {
  expect(names).toHaveLength(52);
});

describe.each(suites)('all samples succeed on the sandbox: $label', { timeout }, (suite) => {
  const { missing } = own[suite.language.id];
  test.skipIf(missing !== undefined).each(names)('%s', async (name) => {
    const run = (await runs.get(suite.label))?.find((one) => one.name === name);
    const { outcome, entry } = run ?? expect.fail(`${name} has not run`);
    expect({ ...outcome, stdout: '' }, outcome.stdout).toMatchObject({ code: 0, stderr: '' });
    const response = JSON.parse(outcome.stdout) as JsonValue;
    const schema = entry.operation.responses.find(({ status }) => status === '200')?.schema ?? {};
    expect(bodyViolation(schema, response)).toBeUndefined();
    const isTime = name === 'device/http-time-sync';
    expect(response).toMatchObject(isTime ? {} : { success: true });
  });
});
