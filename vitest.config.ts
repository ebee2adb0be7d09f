import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@generated/docusaurus.config': path.resolve(
        import.meta.dirname,
        'site/test/support/site-config.ts',
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
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
