import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const server = path.resolve(import.meta.dirname, '../packages/server');
const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

/** Optional dependencies of bundled packages. */
const optional = ['@node-rs/xxhash', 'bufferutil', 'pg-native', 'utf-8-validate'];

/** Module names in `import … from "name"`, `import("name")` and bundled `require("name")` of CommonJS. */
const imported = [
  /^(?:import|\}).* from "([^"]+)";$/gm,
  /\bimport\("([^"]+)"\)/g,
  /\b__require\("([^"]+)"\)/g,
];

it('the bundled server imports only what it installs in production', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  const files = readdirSync(path.join(server, 'dist'), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => read(path.join('dist', file)))
    .join('\n');
  const packages = imported
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(([, name = '']) => name.replace(/^node:/, ''))
    .filter((name) => !name.startsWith('.') && !builtinModules.includes(name));
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'libsql']));
  const missing = packages.filter((name) => !(name in dependencies));
  expect([...new Set(missing)].sort()).toEqual(optional);
});
