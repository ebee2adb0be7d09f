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

/**
 * True when the browser starts and renders, so that a missing library is reported here and not by the tests. @param {string}
 * file
 */
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

/** Returns the path of an installed Chromium or Chrome. */
function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env.CHROME_PATH ?? '', ...candidates, macChrome].find(
    (file) => file !== '' && isExecutable(file) && works(file),
  );
}

/** Downloads Playwright's browser. */
async function downloaded() {
  logStep('No Chromium found: trying Playwright’s download …');
  const code = await runTool('playwright', ['install', 'chromium']);
  if (code !== 0) return undefined;
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) && works(file) ? file : undefined;
}

/** Installs Debian's package, with apt and the necessary permissions. */
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

/** Installs the Chromium in an npm package, which includes its libraries. */
async function bundled() {
  logStep('Trying the Chromium in @sparticuz/chromium …');
  // Without this, the package expects the NSS libraries of the system.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const file = await chromium.executablePath();
  return works(file) ? file : undefined;
}

/** Returns the path of a browser that works, and installs one if necessary. @returns {Promise<string>} */
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
