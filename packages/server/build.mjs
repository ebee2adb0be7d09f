import { readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

/** @type {unknown} */
const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) {
  throw new Error('packages/server/package.json lists no dependencies');
}

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
// One entry per process in production, and chunks for what they share or import later: workspace packages and their
// dependencies are bundled, the server's npm packages stay in node_modules.
await build({
  entryPoints: ['src/main.ts', 'src/sandbox-main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: [...Object.keys(manifest.dependencies ?? {}), 'pg-native'],
  // What is bundled includes CommonJS, which asks for Node's modules this way.
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
  },
  absWorkingDir: import.meta.dirname,
});
