import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const server = path.resolve(import.meta.dirname, '../packages/server');
const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

/** What bundled packages use when it is there, and do without otherwise. */
const optional = ['@node-rs/xxhash', 'bufferutil', 'pg-native', 'utf-8-validate'];

/** Names in `import … from "name"`, in `import("name")` and in `require("name")` of CommonJS that was bundled. */
const imported = [
  /^(?:import|\}).* from "([^"]+)";$/gm,
  /\bimport\("([^"]+)"\)/g,
  /\b__require\("([^"]+)"\)/g,
];

it('the bundled server imports only what it installs in production', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  const code = read('dist/main.js') + read('dist/sandbox-main.js');
  const packages = imported
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(([, name = '']) => name.replace(/^node:/, ''))
    .filter((name) => !builtinModules.includes(name));
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'libsql']));
  const missing = packages.filter((name) => !(name in dependencies));
  expect([...new Set(missing)].sort()).toEqual(optional);
});
