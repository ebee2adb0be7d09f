import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool, runToolQuietly } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';

/**
 * One check: its title, the tool, the tool's arguments.
 * @typedef {readonly [title: string, tool: string, args: readonly string[]]} Check
 */

/** @type {readonly Check[]} */
const staticChecks = [
  ['Format', 'prettier', ['--check', '--log-level=warn', '.']],
  ['API documents', 'redocly', ['lint', '--format=stylish']],
  ['Types of packages, scripts and tests', 'tsc', ['-p', '.']],
  ['Types of the site', 'tsc', ['-p', 'site']],
  ['Lint', 'eslint', ['--max-warnings=0', '.']],
];

/** @type {Check} */
const postgres = [
  'Sandbox on PostgreSQL',
  'vitest',
  ['run', '--config', 'vitest.postgres.config.ts'],
];

/** @type {readonly Check[]} */
const tests = [
  ['Unit and contract tests', 'vitest', ['run']],
  ['Attacks on the server', 'vitest', ['run', '--config', 'vitest.hostile.config.ts']],
  ['Browser tests', 'playwright', ['test']],
];

/**
 * Runs checks one after the other and prints the output of each when it ends, so that two lists can run at the same time.
 * @param {readonly Check[]} checks
 * @returns {Promise<string | undefined>} title of the first check that failed
 */
async function runInOrder(checks) {
  for (const [title, tool, args] of checks) {
    const { exitCode, output } = await runToolQuietly(tool, args);
    logStep(title);
    process.stdout.write(output);
    if (exitCode !== 0) return title;
  }
  return undefined;
}

// `npm test`: sets up what is missing, then proves format, lint, types, units, contracts and the built site.
await ensureInstalled('all');
await ensureBuilt();

// Each static check uses one core, and the PostgreSQL suite waits for its database most of the time.
logStep('Static checks, and at the same time the sandbox on PostgreSQL');
const failed = await Promise.all([runInOrder(staticChecks), runInOrder([postgres])]);
for (const title of failed) if (title !== undefined) fail(`${title}: failed, see above`);

const { findBrowser } = await import('./lib/browser.mjs');
process.env.CHROME_PATH = await findBrowser();
for (const [title, tool, args] of tests) {
  logStep(title);
  if ((await runTool(tool, args)) !== 0) fail(`${title}: failed, see above`);
}
logStep('All checks passed');
