import { defineConfig } from 'vitest/config';

const sandbox = 'packages/sandbox/test';

/** The sandbox's tests that touch its store, once more on the store and the platform of browsers. */
export default defineConfig({
  test: {
    name: 'sandbox-browser-store',
    include: [`${sandbox}/{core,http,store}/**/*.test.ts`, `${sandbox}/device-api.test.ts`],
    exclude: [
      '**/node_modules/**',
      // Many requests that use the store like those of other tests, and tests that never use it.
      `${sandbox}/http/fuzz.test.ts`,
      `${sandbox}/core/aggregates/buckets.property.test.ts`,
      `${sandbox}/core/{api,auth}/**`,
    ],
    provide: { isBrowserStore: true },
    setupFiles: ['tests/support/fuzz-seed.ts'],
    // `npm test` runs this and two other suites at the same time, which takes several times as long on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
