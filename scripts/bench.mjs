import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { fail } from './lib/terminal.mjs';

// `npm run bench [-- start|pages|tasks|build|dev|route-change|interaction|server|search|search-engines|search-browser|proxy|sandbox|
// browser-sandbox|chart]`: prints figures. It does not fail on a slow machine.
await ensureInstalled('all');
await ensureBuilt();
const { findBrowser } = await import('./lib/browser.mjs');
process.env.CHROME_PATH = await findBrowser();
const all = [
  'start',
  'pages',
  'tasks',
  'build',
  'dev',
  'route-change',
  'interaction',
  'server',
  'search',
  'search-engines',
  'search-browser',
  'proxy',
  'sandbox',
  'browser-sandbox',
  'chart',
];
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of names) {
  if ((await runTool('tsx', [`bench/${name}.bench.ts`])) !== 0)
    fail(`The benchmark "${name}" failed`);
}
