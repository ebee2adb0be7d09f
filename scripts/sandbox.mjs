import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';

// `npm run sandbox`: serves both APIs over HTTP and MQTT without the site. Requires only Node.js.
await ensureInstalled();
logStep('Starting the sandbox (stop it with Ctrl+C)…');
if ((await run('node', ['packages/sandbox/build.mjs'])) !== 0)
  fail('The sandbox could not be built');
process.exitCode = await run('node', ['packages/sandbox/dist/main.js']);
