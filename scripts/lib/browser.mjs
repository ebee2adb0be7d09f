import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { root, runTool } from './run.mjs';
import { fail, logStep } from './terminal.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True when the browser starts and renders: a library it lacks shows here, not in the tests. @param {string} file */
function works(file) {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
  ];
  const offline = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const result = spawnSync(
    file,
    [...flags, ...offline, '--dump-dom', 'data:text/html,<p>works</p>'],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return result.error === undefined && result.stdout.includes('works');
}

/** An installed Chromium or Chrome. */
function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env.CHROME_PATH ?? '', ...candidates, macChrome].find(
    (file) => file !== '' && isExecutable(file) && works(file),
  );
}

/** Playwright's own download. */
async function downloaded() {
  logStep('No Chromium found: trying Playwright’s download …');
  const code = await runTool('playwright', ['install', 'chromium']);
  if (code !== 0) return undefined;
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) && works(file) ? file : undefined;
}

/** Debian's package, when there is an apt and the right to use it. */
function fromDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  logStep('Trying Debian’s chromium package …');
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  return installed();
}

/** The Chromium inside an npm package, which brings its own libraries. */
async function bundled() {
  logStep('Trying the Chromium inside @sparticuz/chromium …');
  // Without this the package expects the system's NSS libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const file = await chromium.executablePath();
  return works(file) ? file : undefined;
}

/** Path of a browser that works, from the nearest source there is. @returns {Promise<string>} */
export async function findBrowser() {
  const file = installed() ?? (await downloaded()) ?? fromDebian() ?? (await bundled());
  if (file === undefined) {
    return fail(
      `No browser could be found or installed for ${root}: set CHROME_PATH to a Chromium`,
    );
  }
  logStep(`Browser: ${file}`);
  return file;
}
