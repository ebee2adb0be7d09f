import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';

// `npm test`: sets up what is missing, then proves format, lint, types, units, contracts and the built site.
await ensureInstalled('all');
await ensureBuilt();

/** @type {readonly (readonly [string, string, readonly string[]])[]} */
const checks = [
  ['Format', 'prettier', ['--check', '--log-level=warn', '.']],
  ['API documents', 'redocly', ['lint', '--format=stylish']],
  ['Types of packages, scripts and tests', 'tsc', ['-p', '.']],
  ['Types of the site', 'tsc', ['-p', 'site']],
  ['Lint', 'eslint', ['--max-warnings=0', '.']],
  ['Unit and contract tests', 'vitest', ['run']],
  ['Attacks on the server', 'vitest', ['run', '--config', 'vitest.hostile.config.ts']],
  ['Sandbox on PostgreSQL', 'vitest', ['run', '--config', 'vitest.postgres.config.ts']],
];
for (const [title, tool, args] of checks) {
  logStep(title);
  if ((await runTool(tool, args)) !== 0) fail(`${title}: failed, see above`);
}

const { findBrowser } = await import('./lib/browser.mjs');
process.env.CHROME_PATH = await findBrowser();
logStep('Browser tests');
if ((await runTool('playwright', ['test'])) !== 0) fail('Browser tests: failed, see above');
logStep('All checks passed');
