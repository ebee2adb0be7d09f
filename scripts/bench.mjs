import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, runTool } from './lib/run.mjs';
import { fail } from './lib/terminal.mjs';

// `npm run bench [-- name …]`: runs all benchmarks, or those with these names, and prints figures. It does not fail on a slow
// machine.
const all = readdirSync(path.join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => path.basename(file, '.bench.ts'));
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined)
  fail(`There is no benchmark "${unknown}". The benchmarks are ${all.join(', ')}`);

await ensureInstalled('all');
await ensureBuilt();
const { findBrowser } = await import('./lib/browser.mjs');
process.env.CHROME_PATH = await findBrowser();
for (const name of names) {
  if ((await runTool('tsx', [`bench/${name}.bench.ts`])) !== 0)
    fail(`The benchmark "${name}" failed`);
}
