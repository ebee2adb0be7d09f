import { defineConfig } from '@playwright/test';

/**
 * What Chromium does not need here. A flag replaces Playwright's own list, so this one repeats it; the last two are ours: the popup of
 * the address bar is two web pages in each new window, and took more than a third of the CPU time of a run.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

// `npm test` sets both. Without the first, all tests run in the second; without the second, its tests are skipped.
const { HEADLESS_SHELL: shell, CHROME_PATH: browser } = process.env;
const using = (executablePath?: string) => ({ launchOptions: { executablePath, args } });
const hasBrowser = browser !== undefined || shell === undefined;
/** Tests of what the headless shell lacks: the back/forward cache, installed apps, and `navigator.onLine` of an emulated network. */
const needsBrowser = /@browser/;

/** Browser tests over the built site, served by the real server on a free port (see `tests/support/fixtures.ts`). */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['**/*.e2e.ts', '**/*.a11y.ts'],
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // Tests wait for pages and servers often enough that three share two cores.
  workers: 3,
  // Files whose tests open many pages state a longer one.
  timeout: 30_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
  },
  projects: [
    ...(hasBrowser ? [{ name: 'browser', grep: needsBrowser, use: using(browser) }] : []),
    { name: 'default', grepInvert: needsBrowser, use: using(shell ?? browser) },
  ],
});
