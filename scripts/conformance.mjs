import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run conformance`: compares an account, or the sandbox, with the API documents (`tests/conformance`).
await ensureInstalled('all');
process.exitCode = await runTool('tsx', ['tests/conformance/run.ts', ...process.argv.slice(2)]);
