import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root, run, runTool } from './run.mjs';
import { fail, logStep } from './terminal.mjs';

const stamp = path.join(root, '.cache/built-sources');
const siteFolder = path.join(root, 'site');
const buildFolder = path.join(siteFolder, 'build');

/** Sources of the site and the server. */
const inputs = ['specs', 'packages', 'site', 'scripts', 'package-lock.json'];

/** Folders with build output, installed packages or tests. */
const skipped = new Set(['node_modules', 'build', 'dist', '.docusaurus', 'test', '.cache']);

/** Pages and downloads that the build writes into the source folders. */
const generated =
  /^site\/(?:docs\/(?:platform-api|device\/api)|static\/(?:specs|operations|assets))\//;

/**
 * Returns whether the build writes a file of the source folders.
 * @param {string} file relative to the root, with forward slashes
 */
export const isGenerated = (file) => generated.test(file);

/** Tests and READMEs, which the build does not read. */
const unread = /\.test\.tsx?$|\/README\.md$/;

/**
 * Returns whether the build depends on a file of the source folders.
 * @param {string} file relative to the root, with forward slashes
 */
export const isInput = (file) => !isGenerated(file) && !unread.test(file);

/** Environment variables that the build reads (`site/config/environment.ts`). */
export const buildVariables = [
  'SITE_TITLE',
  'SITE_TAGLINE',
  'SITE_URL',
  'BASE_URL',
  'CONSOLE_URL',
  'BLOG_URL',
  'REPOSITORY_URL',
  'ISSUES_URL',
  'CHAT_URL',
  'GTAG_ID',
  'PAGE_VIEWS_PATH',
  'API_PROXY_URL',
  'SANDBOX_URL',
  'MCP_URL',
  'ASSISTANTS',
  'OFFLINE',
  'SEARCH_BACKEND',
  'SEARCH_APP_ID',
  'SEARCH_API_KEY',
  'SEARCH_INDEX_NAME',
];

/** @param {string} relative @returns {string[]} */
function listFiles(relative) {
  const absolute = path.join(root, relative);
  if (path.extname(relative) !== '' && !relative.includes('/')) return [relative];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const file = `${relative}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(file);
    return isInput(file) ? [file] : [];
  });
}

/** Returns a digest of all source files and settings of the build. */
function sourcesDigest() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const file of inputs.flatMap(listFiles).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  hash.update(JSON.stringify(buildVariables.map((name) => process.env[name] ?? null)));
  return hash.digest('hex');
}

/** @param {Promise<number>} step @param {string} what */
async function must(step, what) {
  if ((await step) !== 0) fail(`${what} failed: see the message above`);
}

/** Settings of a site without a server: search and sandbox run in the browser, and requests to the platform are direct. */
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
  logStep('Building the site…');
  const build = ['build', '--out-dir', folder];
  const env = { NO_UPDATE_NOTIFIER: '1', ...settings };
  await must(runTool('docusaurus', build, { cwd: siteFolder, env }), 'The site build');
  logStep('Preparing pages for delivery…');
  const deliver = ['delivery/index.ts', folder];
  await must(runTool('tsx', deliver, { cwd: siteFolder, env: settings }), 'Delivery');
}

/** Start of the `_headers` of a build (`site/delivery/headers.ts`): others use files of this name, too. */
export const headersMark = '# Written by the build.';

/**
 * Files and folders that a build replaces: all but the history of a folder that is a repository.
 * @param {string} folder
 */
const contents = (folder) => readdirSync(folder).filter((name) => name !== '.git');

/**
 * Returns why a build must not replace the contents of a folder; undefined when it may.
 * @param {string} folder absolute
 */
export function outDirProblem(folder) {
  if (!path.relative(folder, siteFolder).startsWith('..'))
    return `${folder} contains the sources of the site: choose another --out-dir`;
  const headers = path.join(folder, '_headers');
  const isReplaceable =
    folder === buildFolder ||
    !existsSync(folder) ||
    contents(folder).length === 0 ||
    (existsSync(headers) && readFileSync(headers, 'utf8').startsWith(headersMark));
  return isReplaceable
    ? undefined
    : `${folder} is not empty, and this build did not write it: delete its contents, or choose another --out-dir`;
}

/**
 * Builds a site for hosts that only serve files. Environment variables override its settings.
 * @param {string} folder absolute; its contents are replaced
 */
export async function buildStatic(folder) {
  const problem = outDirProblem(folder);
  if (problem !== undefined) fail(problem);
  mkdirSync(folder, { recursive: true });
  if (folder === buildFolder) rmSync(stamp, { force: true });
  /** @type {Record<string, string>} */
  const settings = { ...staticSettings };
  for (const name of Object.keys(settings))
    settings[name] = process.env[name] ?? settings[name] ?? '';
  // Docusaurus loads its own output as CommonJS, which only files inside the site's package are.
  const draft = path.join(siteFolder, '.cache/static');
  await buildSite(draft, settings);
  // The folder itself stays: its parent may not be writable.
  for (const name of contents(folder)) rmSync(path.join(folder, name), { recursive: true });
  cpSync(draft, folder, { recursive: true });
  rmSync(draft, { recursive: true });
}

/** Builds site and server, even if a build exists. */
export async function buildAll() {
  const digest = sourcesDigest();
  // The next start must not mistake an interrupted build for a complete one.
  rmSync(stamp, { force: true });
  const server = must(run('node', ['packages/server/build.mjs']), 'The server build');
  await Promise.all([server, buildSite(buildFolder)]);
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
