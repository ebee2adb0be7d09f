import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { fail } from './lib/say.mjs';

// `npm run bench [-- pages|route-change|server]`: prints figures; nothing fails on a slow machine.
await ensureInstalled();
await ensureBuilt();
const { findBrowser } = await import('./lib/browser.mjs');
process.env.CHROME_PATH = await findBrowser();
const names = process.argv.length > 2 ? process.argv.slice(2) : ['pages', 'route-change', 'server'];
for (const name of names) {
  if ((await runTool('tsx', [`bench/${name}.bench.ts`])) !== 0)
    fail(`The benchmark "${name}" failed`);
}
