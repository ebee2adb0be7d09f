import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, runTool } from './lib/run.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm run dev`: runs Docusaurus's development server, with this project's server for everything except pages.
// The development server comes with the test tools.
await ensureInstalled('all');
await ensureBuilt();
const port = Number(process.env.PORT ?? 3000);
const backend = String(port + 1);
logStep(`Pages: http://localhost:${port}, server: http://localhost:${backend}`);
const env = { ...process.env, PORT: backend, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' };
const results = await Promise.race([
  run('node', ['packages/server/dist/main.js'], { env }),
  runTool('docusaurus', ['start', '--no-open', '--port', String(port)], {
    cwd: path.join(root, 'site'),
    env: { DEV_BACKEND: `http://localhost:${backend}`, NO_UPDATE_NOTIFIER: '1' },
  }),
]);
process.exit(results);
