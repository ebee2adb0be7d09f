import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** @type {unknown} */
const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) {
  throw new Error('packages/server/package.json lists no dependencies');
}

// One file for production: workspace packages and what they need inside, the server's own npm packages left to
// node_modules.
await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: Object.keys(manifest.dependencies ?? {}),
  absWorkingDir: import.meta.dirname,
});
