import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';
import { commands, programOf } from './commands.mjs';

// `node scripts/run.mjs <command> [argument …]`: prepares what a command of `commands.mjs` needs, then runs it.

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name))
  fail(`There is no command "${name}". The commands are ${Object.keys(commands).join(', ')}`);
/** @type {import('./commands.mjs').Command} */
const command = commands[/** @type {keyof typeof commands} */ (name)];
const { packages, site, browser, before } = command;

if (packages !== 'installed') await ensureInstalled(packages);
else if (!existsSync(path.join(root, 'node_modules/tsx')))
  fail('The packages are not installed: run "npm run build" first');

if (site === 'build') await ensureBuilt();
if (site === 'check' && !existsSync(path.join(root, 'site/build/_headers')))
  fail('The site is not built: run "npm run build" first');

if (browser) {
  const { findBrowser } = await import('./lib/browser.mjs');
  process.env.CHROME_PATH = await findBrowser();
}
if (before !== undefined && (await run('node', [before])) !== 0) fail(`${before} failed`);

const program = programOf(command, args, process.env);
for (const [variable, value] of Object.entries(program.env)) logStep(`${variable}=${value}`);
process.exitCode = await run(process.execPath, program.args, { env: program.env });
