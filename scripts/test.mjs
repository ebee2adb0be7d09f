import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool, runToolQuietly } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';

/**
 * A check: title, tool and arguments of the tool.
 * @typedef {readonly [title: string, tool: string, args: readonly string[]]} Check
 */

/** @type {readonly Check[]} */
const staticChecks = [
  ['Format', 'prettier', ['--check', '--log-level=warn', '.']],
  ['Structure of Markdown', 'markdownlint-cli2', []],
  ['API documents', 'redocly', ['lint', '--format=stylish']],
  ['API documents: security rules', 'spectral', ['lint', '--fail-severity=hint', 'specs/*.yaml']],
  ['Types of packages, scripts and tests', 'tsc', ['-p', '.']],
  ['Types of the site', 'tsc', ['-p', 'site']],
];

/** @type {readonly Check[]} */
const lint = [['Lint', 'eslint', ['--max-warnings=0', '.']]];

/** @type {readonly Check[]} */
const stores = [
  [
    'Sandbox on PostgreSQL and on the store of browsers',
    'vitest',
    ['run', '--config', 'vitest.stores.config.ts'],
  ],
];

/** @type {readonly Check[]} */
const tests = [
  // They measure how long other clients wait, so nothing else runs at the same time.
  ['Attacks on the server', 'vitest', ['run', '--config', 'vitest.hostile.config.ts']],
  ['Unit and contract tests', 'vitest', ['run']],
  ['Browser tests', 'playwright', ['test']],
];

/**
 * Runs checks one after the other. Prints the output of each when it ends, so that several lists can run at the same time.
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

// `npm test`: installs and builds what is missing, then checks format, lint, types, unit and contract tests, and the built
// site.
await ensureInstalled('all');

logStep('Static checks, build, sandbox on other stores');
const built = ensureBuilt();
// Lint takes as long as the other static checks and the build together.
const failedChecks = await Promise.all([
  runInOrder(lint),
  runInOrder(staticChecks),
  built.then(() => runInOrder(stores)),
]);
for (const title of failedChecks) if (title !== undefined) fail(`${title}: failed, see above`);

const { setTestBrowsers } = await import('./lib/browser.mjs');
await setTestBrowsers();
for (const [title, tool, args] of tests) {
  logStep(title);
  if ((await runTool(tool, args)) !== 0) fail(`${title}: failed, see above`);
}
logStep('All checks passed');
