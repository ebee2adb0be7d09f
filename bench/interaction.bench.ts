import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { serve, serveWithBarePages } from './lib/served-site.ts';

// Time from an early input to the next paint (Event Timing) with four times slower CPU, divided into waiting for the running
// task, handling and rendering, and the number of inputs that had no effect. `BENCH_BASELINE` is the folder of another checkout,
// whose build is measured in alternation with this one.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
/** Times of the input, in milliseconds after the first paint that shows its target. */
const delays = [0, 250, 500, 1000, 2000];
const query = 'heartbeat';

interface Opened {
  readonly urlPath: string;
  readonly heading: string;
}

interface Interaction {
  readonly name: string;
  readonly urlPath: string;
  readonly width: number;
  readonly selector: string;
  /** Text to type after the click. */
  readonly types?: string;
  /** The page that the click opens. The time ends with the paint of its heading. */
  readonly opens?: Opened;
  /** Expression in the page that is true after the input has had its effect in React. */
  readonly effect: string;
}

const interactions: readonly Interaction[] = [
  {
    name: 'open the menu',
    urlPath: '/essentials/architecture/',
    width: 390,
    selector: '.navbar__toggle',
    effect: `document.querySelector('#__docusaurus .navbar-sidebar--show .navbar-sidebar .menu__link')`,
  },
  {
    name: 'switch color mode',
    urlPath: '/essentials/architecture/',
    width: 1440,
    selector: 'button[aria-label*="dark and light"]',
    effect: `document.documentElement.dataset.theme === 'light' && localStorage.getItem('theme') === 'light'`,
  },
  {
    name: 'sample language, each key',
    urlPath: '/platform-api/access-token-create/#code-samples',
    width: 390,
    selector: '.samples__menu select',
    types: 'Go\n',
    effect: `document.documentElement.dataset.sampleHttp === 'go' && localStorage.getItem('docs-sample-http') === 'go'`,
  },
  {
    name: 'details',
    urlPath: '/getting-started/submitData/#submit-over-https-from-a-board',
    width: 1440,
    selector: 'main details.alert > summary',
    effect: `[...document.querySelectorAll('main details')].some(({ open }) => open)`,
  },
  {
    name: 'search, each key',
    urlPath: '/essentials/architecture/',
    width: 390,
    selector: 'button[aria-haspopup="dialog"][aria-keyshortcuts]',
    types: query,
    effect: `document.querySelector('dialog [role=combobox]')?.value === '${query}'`,
  },
  {
    name: 'follow a link, its page',
    urlPath: '/essentials/architecture/',
    width: 1440,
    selector: '.navbar__link[href="/changelog/"]',
    opens: { urlPath: '/changelog/', heading: 'Changelog' },
    effect: `window.headings.has('Changelog')`,
  },
];

/** Duration of an input and its first parts, in milliseconds. */
interface Input {
  readonly total: number;
  readonly waiting: number;
  readonly handling: number;
}

/** Runs in the page: records the durations of inputs, and the time of the first frame with each heading. */
function observe(): void {
  const seen = new Map<number, Input>();
  const headings = new Map<string, number>();
  Object.assign(window, { inputs: seen, headings });
  new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (!heading || headings.has(heading)) return;
    requestAnimationFrame(() => headings.set(heading, performance.timeOrigin + performance.now()));
  }).observe(document, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const event = entry as PerformanceEventTiming & { interactionId: number };
      const { interactionId: id, startTime, processingStart, processingEnd, duration } = event;
      if (id === 0 || duration <= (seen.get(id)?.total ?? 0)) continue;
      seen.set(id, {
        total: duration,
        waiting: processingStart - startTime,
        handling: processingEnd - processingStart,
      });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function openPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Fonts are optional: with them in some visits only, lines would wrap differently and clicks miss.
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] });
  await page.addInitScript(observe);
  return page;
}

/** Resolves in the page after the first frame that shows the target in the viewport. */
async function targetPaint(selector: string): Promise<void> {
  for (let isShown = false; !isShown;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const top = document.querySelector(selector)?.getBoundingClientRect().top ?? -1;
    isShown = top > 0 && top < window.innerHeight;
  }
  await new Promise((resolve) => setTimeout(resolve));
}

interface Sample {
  readonly inputs: readonly Input[];
  readonly isLost: boolean;
}

/** Time of the first frame with a heading, in milliseconds since 1970; NaN if there was none. */
async function paintOf(page: Page, heading: string): Promise<number> {
  const time = await page.evaluate(
    (text) => (window as unknown as { headings: Map<string, number> }).headings.get(text),
    heading,
  );
  return time ?? Number.NaN;
}

/** Loads the text of a page as bare HTML, in a new document, until its heading is painted. */
async function measureBare(browser: Browser, origin: string, opens: Opened): Promise<Input> {
  const page = await openPage(browser, 1440);
  const start = Date.now();
  await page.goto(`${origin}/bare${opens.urlPath}`);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );
  const total = (await paintOf(page, opens.heading)) - start;
  await page.context().close();
  return { total, waiting: Number.NaN, handling: Number.NaN };
}

/**
 * Makes one visit. A previous visit has measured where to click, so that the script does not access the page before the
 * input.
 */
async function measure(
  browser: Browser,
  origin: string,
  interaction: Interaction,
  delay: number,
  place: { readonly x: number; readonly y: number },
): Promise<Sample> {
  const { urlPath, width, selector, types, opens, effect } = interaction;
  const page = await openPage(browser, width);
  await page.goto(origin + urlPath, { waitUntil: 'commit' });
  await page.evaluate(targetPaint, selector);
  await wait(delay);
  const start = Date.now();
  await page.mouse.click(place.x, place.y);
  if (types !== undefined) await page.keyboard.type(types, { delay: 40 });
  // Polls from the test process: the content security policy of the pages forbids `eval`.
  const deadline = Date.now() + 10_000;
  const hasEffect = () => page.evaluate(`Boolean(${effect})`).catch(() => false);
  let isLost = true;
  while (isLost && Date.now() < deadline) {
    isLost = !(await hasEffect());
    if (isLost) await wait(50);
  }
  let inputs: Input[];
  if (opens) {
    const total = (await paintOf(page, opens.heading)) - start;
    inputs = [{ total, waiting: Number.NaN, handling: Number.NaN }];
  } else {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
    );
    inputs = await page.evaluate(() => [
      ...(window as unknown as { inputs: Map<number, Input> }).inputs.values(),
    ]);
    // Event Timing reports nothing below 16 ms.
    if (inputs.length === 0) inputs = [{ total: 16, waiting: 0, handling: 0 }];
  }
  await page.context().close();
  return { inputs, isLost };
}

async function placeOf(
  browser: Browser,
  origin: string,
  { urlPath, width, selector }: Interaction,
) {
  const page = await openPage(browser, width);
  await page.goto(origin + urlPath);
  await page.evaluate(targetPaint, selector);
  const box = await page.locator(selector).first().boundingBox();
  await page.context().close();
  if (!box) throw new Error(`${selector} is not visible on ${urlPath}`);
  return { x: box.x + Math.min(box.width / 2, 20), y: box.y + box.height / 2 };
}

/** Formats the input at the 75th percentile, such as `256=40+12+204`: waiting, handling, rendering. */
function percentile75(inputs: readonly Input[]): string {
  const sorted = [...inputs].sort((a, b) => a.total - b.total);
  const input = sorted[Math.ceil(sorted.length * 0.75) - 1];
  if (!input) return 'none';
  const { total, waiting, handling } = input;
  if (Number.isNaN(waiting)) return total.toFixed(0);
  const parts = [waiting, handling, total - waiting - handling];
  return `${total.toFixed(0)}=${parts.map((part) => part.toFixed(0)).join('+')}`;
}

const folders = [
  path.resolve(import.meta.dirname, '../site/build'),
  ...(process.env.BENCH_BASELINE ? [path.resolve(process.env.BENCH_BASELINE, 'site/build')] : []),
];
const builds = await Promise.all(folders.map(serve));
const bare = await serveWithBarePages(interactions.flatMap(({ opens }) => opens?.urlPath ?? []));
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const title = `p75 in ms = waiting + handling + rendering (lost of ${rounds})`;
console.log(`\n${title} at ${delays.join(', ')} ms after the first paint`);
for (const interaction of interactions) {
  const cells: string[][] = builds.map(() => []);
  const places = await Promise.all(
    builds.map(({ origin }) => placeOf(browser, origin, interaction)),
  );
  for (const delay of delays) {
    const samples: Sample[][] = builds.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { origin }] of builds.entries()) {
        const place = places[index] ?? { x: 0, y: 0 };
        samples[index]?.push(await measure(browser, origin, interaction, delay, place));
      }
    }
    for (const [index, found] of samples.entries()) {
      const lost = found.filter(({ isLost }) => isLost).length;
      const time = percentile75(found.flatMap(({ inputs }) => inputs));
      cells[index]?.push(`${time} (${lost})`);
    }
  }
  for (const [index, row] of cells.entries()) {
    console.log(`${index === 0 ? interaction.name : '  baseline'}: ${row.join('  ')}`);
  }
  if (interaction.opens) {
    const loads: Input[] = [];
    for (let round = 0; round < rounds; round += 1) {
      loads.push(await measureBare(browser, bare.origin, interaction.opens));
    }
    console.log(`  loaded as bare HTML: ${percentile75(loads)}`);
  }
}
await browser.close();
await Promise.all([...builds, bare].map(({ close }) => close()));
