import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run soak [-- minutes]`: runs mixed load with injected failures on the real server, and prints failures and
// measurements.
await ensureInstalled('all');
await ensureBuilt();
process.exitCode = await runTool('tsx', ['tests/hostile/soak.ts', ...process.argv.slice(2)]);
