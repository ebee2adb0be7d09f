import { readFileSync } from 'node:fs';

/** @type {unknown} */
const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) {
  throw new Error('packages/server/package.json lists no dependencies');
}

/**
 * Options of the server bundle: one entry per process in production, and chunks for what they share or import later. Workspace
 * packages and their dependencies are bundled, the server's npm packages stay in `node_modules`.
 * @param {string} outdir folder below `packages/server`
 * @returns {import('esbuild').BuildOptions}
 */
export const serverBundle = (outdir) => ({
  entryPoints: ['src/main.ts', 'src/sandbox-main.ts'],
  outdir,
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
