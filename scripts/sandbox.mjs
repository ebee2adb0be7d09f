import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { say } from './lib/say.mjs';

// `npm run sandbox`: both APIs over HTTP and MQTT without the site. Needs nothing but Node.
await ensureInstalled();
say('Starting the sandbox (stop it with Ctrl+C) …');
process.exitCode = await runTool('tsx', ['packages/sandbox/src/standalone/main.ts']);
