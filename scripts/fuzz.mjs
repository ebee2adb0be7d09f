import { randomInt } from 'node:crypto';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm run fuzz [-- seed]`: the fuzz tests with another seed than that of `npm test`. The seed is printed, to try it again.
await ensureInstalled('all');
await ensureBuilt();
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
logStep(`Fuzzing with seed ${seed}`);
process.exitCode = await runTool('vitest', ['run', 'fuzz'], { env: { FUZZ_SEED: seed } });
