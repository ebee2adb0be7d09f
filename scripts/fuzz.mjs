import { randomInt } from 'node:crypto';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm run fuzz [-- seed]`: runs the fuzz tests with a different seed than `npm test`, and prints it, so that a run can be
// repeated.
await ensureInstalled('all');
await ensureBuilt();
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
logStep(`Fuzzing with seed ${seed}`);
process.exitCode = await runTool('vitest', ['run', 'fuzz'], { env: { FUZZ_SEED: seed } });
