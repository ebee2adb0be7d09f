import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';
import { fail, say } from './say.mjs';

const stamp = path.join(root, 'node_modules/.installed-lockfile');

/** @returns {string} what the lockfile says, as a digest */
function lockfileDigest() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/** Refuses a Node older than the one the project is written for. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer`);
  }
}

/** Installs the packages of the lockfile unless exactly those are installed. */
export async function ensureInstalled() {
  checkNode();
  const wanted = lockfileDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (once, and again when the lockfile changes) …');
  const code = await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
  if (code !== 0) fail('npm could not install the packages: see its message above');
  writeFileSync(stamp, wanted);
}
