import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

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

/** Environment variables that change the result of the build. */
const variables =
  /^(?:SITE_|BASE_URL$|OFFLINE$|CONSOLE_URL$|BLOG_URL$|REPOSITORY_URL$|ISSUES_URL$|CHAT_URL$|GTAG_ID$|PAGE_VIEWS_PATH$|API_PROXY_URL$|SANDBOX_URL$|MCP_URL$|SEARCH_)/;

/** @param {string} relative @returns {string[]} */
function listFiles(relative) {
  const absolute = path.join(root, relative);
  if (path.extname(relative) !== '' && !relative.includes('/')) return [relative];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const file = `${relative}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(file);
    return isGenerated(file) ? [] : [file];
  });
}

/**
 * Returns a digest of all source files and settings of the build.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function sourcesDigest(env = process.env) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const file of inputs.flatMap(listFiles).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  for (const name of Object.keys(env)
    .filter((key) => variables.test(key))
    .sort()) {
    hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}
