import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';

// `npm run conformance`: compares an account, or the sandbox, with the API documents (`tests/conformance`).
await ensureInstalled('all');
// The tsx CLI would end the run before it has removed what it created.
const args = ['--import', 'tsx', 'tests/conformance/run.ts', ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, args);
