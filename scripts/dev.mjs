import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, runTool } from './lib/run.mjs';
import { fail, logStep } from './lib/terminal.mjs';

// `npm run dev`: Docusaurus's development server for the pages, and this project's server, with the sandbox, from its sources for
// everything else. A change of a page, an API document, the server or the sandbox is served without a build.
await ensureInstalled('all');
const { documentsFolder, prepareDevSite, readPort } = await import('./lib/dev-site.mjs');
const { runRestartingServer } = await import('./lib/restarting-server.mjs');
const { serverBundle } = await import('../packages/server/build-options.mjs');

const port = readPort(process.env.PORT);
const backend = String(port + 1);
// Docusaurus would offer the port of the server instead.
/** @type {number[]} */
const portsInUse = [];
for (const one of [port, port + 1]) {
  const probe = createServer().listen(one);
  await once(probe, 'listening').catch(() => portsInUse.push(one));
  probe.close();
}
if (portsInUse.length > 0) {
  const errors = portsInUse.map((one) => `Port ${one} is in use`).join(', ');
  fail(`${errors}: stop the program that uses it, or set PORT to another port`);
}
const { folder, hasBuild } = prepareDevSite();
logStep(`Pages: http://localhost:${port}, server and sandbox: http://localhost:${backend}`);
logStep(
  hasBuild
    ? 'Search, MCP and page views use the last build. To update them, run "npm run build".'
    : 'Search and MCP are not available without a build. To have them, run "npm run build" once, then start again.',
);
const pages = runTool('docusaurus', ['start', '--no-open', '--port', String(port)], {
  cwd: path.join(root, 'site'),
  env: { DEV_BACKEND: `http://localhost:${backend}`, NO_UPDATE_NOTIFIER: '1' },
});

/** In a new clone, Docusaurus first has to write the API documents. */
async function documentsExist() {
  while (!existsSync(path.join(documentsFolder, 'device.openapi.json'))) await wait(200);
}
await Promise.race([documentsExist(), pages.then((code) => process.exit(code))]);

const packages = path.join(root, 'packages');
const server = await runRestartingServer({
  bundle: serverBundle('.cache'),
  entry: path.join(packages, 'server/.cache/main.js'),
  env: { LOG_LEVEL: 'info', LOG_FORMAT: 'text', ...process.env, PORT: backend, SITE_DIR: folder },
  watched: [
    ...readdirSync(packages).map((name) => path.join(packages, name, 'src')),
    documentsFolder,
  ],
  onRestart: (changes) => {
    if (changes.some((file) => file.startsWith(documentsFolder)))
      void run('node', ['--import', 'tsx', 'packages/sandbox/generate/index.ts']);
  },
});
const code = await pages;
await server.close();
process.exit(code);
