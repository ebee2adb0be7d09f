import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run eval`: lets agents solve tasks with the documentation and checks the results (`tests/eval/README.md`).
await ensureInstalled('all');
await ensureBuilt();
process.exitCode = await runTool('tsx', ['tests/eval/run.ts']);
