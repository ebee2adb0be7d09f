import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, runTool } from './run.mjs';
import { fail, logStep } from './terminal.mjs';
import { sourcesDigest } from './sources.mjs';

const stamp = path.join(root, '.cache/built-sources');
const siteFolder = path.join(root, 'site');
const buildFolder = path.join(siteFolder, 'build');

/** Disables telemetry and update notices. */
const quiet = { NO_UPDATE_NOTIFIER: '1', DOCUSAURUS_NO_PERSISTENT_CACHE: '1' };

/** @param {Promise<number>} step @param {string} what */
async function must(step, what) {
  if ((await step) !== 0) fail(`${what} failed: see the message above`);
}

/** Settings of a site without a server: search and sandbox run in the browser, and the platform is asked directly. */
const staticSettings = {
  PAGE_VIEWS_PATH: '',
  SEARCH_BACKEND: 'browser',
  API_PROXY_URL: '',
  SANDBOX_URL: '',
  MCP_URL: '',
};

/**
 * @param {string} folder absolute
 * @param {Readonly<Record<string, string>>} [settings] environment variables
 */
async function buildSite(folder, settings = {}) {
  logStep('Building the site …');
  const build = ['build', '--out-dir', folder];
  const env = { ...quiet, ...settings };
  await must(runTool('docusaurus', build, { cwd: siteFolder, env }), 'The site build');
  logStep('Preparing pages for delivery …');
  const deliver = ['delivery/index.ts', folder];
  await must(runTool('tsx', deliver, { cwd: siteFolder, env: settings }), 'Delivery');
}

/**
 * Builds a site for hosts that only serve files. Environment variables override its settings.
 * @param {string} folder absolute
 */
export async function buildStatic(folder) {
  if (folder === buildFolder) rmSync(stamp, { force: true });
  /** @type {Record<string, string>} */
  const settings = { ...staticSettings };
  for (const name of Object.keys(settings))
    settings[name] = process.env[name] ?? settings[name] ?? '';
  // Docusaurus loads its own output as CommonJS, which only files below the package of the site are.
  const draft = path.join(siteFolder, '.cache/static');
  await buildSite(draft, settings);
  rmSync(folder, { recursive: true, force: true });
  cpSync(draft, folder, { recursive: true });
  rmSync(draft, { recursive: true });
}

/** Builds site and server, also if a build exists. */
export async function buildAll() {
  const digest = sourcesDigest();
  // The next start must not take this build for a complete one.
  rmSync(stamp, { force: true });
  await buildSite(buildFolder);
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
