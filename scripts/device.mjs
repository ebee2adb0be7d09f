import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';

// `npm run device`: a simulated device in the terminal, for the sandbox or the platform (`packages/simulated-device`).
await ensureInstalled();
process.exitCode = await run('node', [
  '--import',
  'tsx',
  'packages/simulated-device/src/terminal/main.ts',
]);
