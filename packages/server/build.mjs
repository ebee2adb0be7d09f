import { build } from 'esbuild';

// One file for production: workspace packages inside, npm packages left to node_modules.
await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  packages: 'external',
  absWorkingDir: import.meta.dirname,
});
