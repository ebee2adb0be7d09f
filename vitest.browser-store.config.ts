import { defineConfig } from 'vitest/config';

const sandbox = 'packages/sandbox/test';

/** The sandbox's tests that touch its store, once more on the store and the platform of browsers. */
export default defineConfig({
  test: {
    name: 'sandbox-browser-store',
    include: [`${sandbox}/{core,http,store}/**/*.test.ts`, `${sandbox}/device-api.test.ts`],
    exclude: [
      '**/node_modules/**',
      // Many requests that reach the store as those of other tests do; and what never reaches it.
      `${sandbox}/http/fuzz.test.ts`,
      `${sandbox}/core/aggregates/buckets.property.test.ts`,
      `${sandbox}/core/{api,auth}/**`,
    ],
    provide: { isBrowserStore: true },
    setupFiles: ['tests/support/fuzz-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
