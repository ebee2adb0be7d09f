import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@generated/docusaurus.config': path.resolve(
        import.meta.dirname,
        'site/test/support/site-config.ts',
      ),
      '@generated/browser-sandbox/default/worker.json': path.resolve(
        import.meta.dirname,
        'site/test/support/browser-sandbox-worker.json',
      ),
      '@generated/firmware/default/worker.json': path.resolve(
        import.meta.dirname,
        'site/test/support/firmware-worker.json',
      ),
      '@generated/device-program/default/program.json': path.resolve(
        import.meta.dirname,
        'site/test/support/device-program.json',
      ),
      '@generated/reader-values/default/facts.json': path.resolve(
        import.meta.dirname,
        'site/test/support/reader-facts.json',
      ),
      '@docusaurus/useBaseUrl': path.resolve(
        import.meta.dirname,
        'site/test/support/use-base-url.ts',
      ),
      '@site': path.resolve(import.meta.dirname, 'site'),
    },
  },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'site/**/*.test.ts',
      'tests/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/build/**'],
    setupFiles: ['tests/support/fuzz-seed.ts'],
    // Files of one worker share their modules: loading them again for each file took more time than the tests.
    isolate: false,
    // Vitest leaves one core free; of two, that is half: tests wait for servers and files often enough to share them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Files that start processes or run generated cases by the thousand state a longer one.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
