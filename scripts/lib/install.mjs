import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { root, run } from './run.mjs';
import { fail, logStep } from './terminal.mjs';

const stamp = path.join(root, 'node_modules/.installed-lockfile');

/** @returns {string} SHA-256 digest of the lockfile */
function lockfileDigest() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/** Exits if Node.js is older than the required version, or on Windows itself, where the tools do not start. */
function checkNode() {
  if (process.platform === 'win32') {
    fail('On Windows, run this in WSL: https://learn.microsoft.com/windows/wsl/install');
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: install Node.js 20.19 or later`);
  }
}

/** Seconds between two progress lines while npm installs. */
const progressInterval = 10;

/**
 * Installs the packages of the lockfile unless they are installed.
 * @param {'serve' | 'all'} [needed] what is needed: the packages that build and serve the site, which are a third of the
 *   download, or those of the tests and benchmarks too; a clone that has all of them keeps them
 */
export async function ensureInstalled(needed = 'serve') {
  checkNode();
  const digest = lockfileDigest();
  const [installed, has] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  // A clone that has the test tools keeps them when the lockfile changes.
  const wanted = has === 'all' ? 'all' : needed;
  if (installed === digest && (wanted === has || needed === 'serve')) return;
  const what =
    wanted === 'all' ? 'all packages, including the test tools' : 'the packages to serve the site';
  logStep(`Installing ${what} (once, and again when the lockfile changes)…`);
  const start = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - start) / 1000);
    process.stdout.write(`  still installing, ${seconds} s\n`);
  }, progressInterval * 1000);
  const scope = wanted === 'all' ? ['--include=dev'] : ['--omit=dev'];
  const args = ['ci', ...scope, '--no-fund', '--no-audit', '--loglevel=error'];
  const code = await run('npm', args).catch(() =>
    fail('npm could not be started: install it, or install Node.js again, which includes it'),
  );
  clearInterval(timer);
  if (code !== 0) fail('npm could not install the packages: see its message above');
  writeFileSync(stamp, `${digest} ${wanted}`);
}
