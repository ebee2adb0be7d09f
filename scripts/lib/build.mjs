import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, runTool } from './run.mjs';
import { fail, logStep } from './terminal.mjs';
import { sourcesDigest } from './sources.mjs';

const stamp = path.join(root, '.cache/built-sources');
const siteFolder = path.join(root, 'site');

/** Disables telemetry and update notices. */
const quiet = { NO_UPDATE_NOTIFIER: '1', DOCUSAURUS_NO_PERSISTENT_CACHE: '1' };

/** @param {Promise<number>} step @param {string} what */
async function must(step, what) {
  if ((await step) !== 0) fail(`${what} failed: see the message above`);
}

/** Builds site and server, also if a build exists. */
export async function buildAll() {
  const digest = sourcesDigest();
  rmSync(stamp, { force: true });
  logStep('Building the site …');
  await must(runTool('docusaurus', ['build'], { cwd: siteFolder, env: quiet }), 'The site build');
  logStep('Preparing pages for delivery …');
  await must(runTool('tsx', ['delivery/index.ts', 'build'], { cwd: siteFolder }), 'Delivery');
  logStep('Building the server …');
  await must(run('node', ['packages/server/build.mjs']), 'The server build');
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

/** Builds only if a source or setting has changed since the last build. */
export async function ensureBuilt() {
  const isBuilt =
    existsSync(path.join(root, 'site/build/_headers')) &&
    existsSync(path.join(root, 'packages/server/dist/main.js')) &&
    existsSync(path.join(root, 'packages/server/dist/sandbox-main.js')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sourcesDigest();
  if (!isBuilt) await buildAll();
}
