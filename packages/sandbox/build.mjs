import { build } from 'esbuild';

// One file for `npm run sandbox`: it starts sooner, and holds less memory, than with a loader that translates each source.
// `libsql` is native, and `pg-native` is used when somebody has installed it.
await build({
  entryPoints: ['src/standalone/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['libsql', 'pg-native'],
  // What is bundled includes CommonJS, which asks for Node's modules this way.
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
  },
  absWorkingDir: import.meta.dirname,
});
