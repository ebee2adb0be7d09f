import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

// `npm run bench [-- name …]`: runs all benchmarks, or those with these names, and prints figures. It does not fail on a slow
// machine.
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => path.basename(file, '.bench.ts'));
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". The benchmarks are ${all.join(', ')}`);
  process.exit(1);
}
for (const name of names) {
  const file = path.join(import.meta.dirname, `${name}.bench.ts`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`The benchmark "${name}" failed`);
    process.exit(1);
  }
}
