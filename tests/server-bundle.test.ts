import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const server = path.resolve(import.meta.dirname, '../packages/server');
const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

it('the bundled server imports only what it installs in production', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  const imports = [...read('dist/main.js').matchAll(/^(?:import|\}).* from "([^"]+)";$/gm)];
  const packages = imports
    .map(([, name = '']) => name.replace(/^node:/, ''))
    .filter((name) => !builtinModules.includes(name));
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
});
