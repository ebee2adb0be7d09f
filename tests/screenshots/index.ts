import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { hydrated } from '../support/fixtures.ts';
import { siteDir, startSite } from '../support/site.ts';
import { views, type View } from './views.ts';

const widths = [390, 996, 1440];
const modes = ['light', 'dark'];
const output = path.resolve(import.meta.dirname, '../../screenshots');

const fileOf = (build: string, { name }: View, width: number, mode: string) =>
  `${build}/${name}-${width}-${mode}.jpg`;

/** Takes the screenshots of one build. Another build may lack a page or a part: its picture then shows what there is. */
async function takeAll(browser: Browser, build: string, folder: string): Promise<void> {
  const site = await startSite(folder);
  await mkdir(path.join(output, build), { recursive: true });
  for (const width of widths) {
    for (const mode of modes) {
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      await context.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      // A page shows the fonts only if they are there in time: from the cache, they always are.
      const first = await context.newPage();
      await first.goto('/changelog/');
      await first.evaluate(() => document.fonts.ready.then(() => undefined));
      await first.close();
      for (const view of views) {
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        try {
          await view.before?.(page);
          await page.goto(view.path);
          await hydrated(page);
          await view.act?.(page);
        } catch (error) {
          console.warn(`${build}, ${view.name}, ${width} px, ${mode}: ${String(error)}`);
          process.exitCode = 1;
        }
        const file = path.join(output, fileOf(build, view, width, mode));
        await page.screenshot({ path: file, type: 'jpeg', quality: 70, animations: 'disabled' });
        await page.close();
      }
      await context.close();
      console.log(`${build}: ${width} px, ${mode}`);
    }
  }
  await site.close();
}

/** Returns the contact sheet: a row per view, width and mode, with a column per build. */
function contactSheet(builds: readonly string[]): string {
  const cell = (view: View, build: string) =>
    widths
      .flatMap((width) => modes.map((mode) => fileOf(build, view, width, mode)))
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
      .join('');
  const rows = views.map(
    (view) =>
      `<h2>${view.name} <small>${view.path}</small></h2>` +
      builds.map((build) => `<h3>${build}</h3><div>${cell(view, build)}</div>`).join(''),
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body{font:14px sans-serif;margin:1rem}div{display:flex;gap:8px;align-items:start}img{height:300px;border:1px solid #999}</style>
${rows.join('\n')}\n`;
}

const { values } = parseArgs({ options: { against: { type: 'string' } } });
const builds: Record<string, string> = { this: siteDir };
if (values.against !== undefined) {
  const folder = path.resolve(values.against);
  const index = await stat(path.join(folder, 'index.html')).catch(() => undefined);
  if (!index)
    throw new Error(`"${folder}" is not a build of the site: name a folder with an index.html`);
  builds.other = folder;
}
await rm(output, { recursive: true, force: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const [build, folder] of Object.entries(builds)) await takeAll(browser, build, folder);
await browser.close();
await writeFile(path.join(output, 'index.html'), contactSheet(Object.keys(builds)));
console.log(`Open ${path.join(output, 'index.html')}`);
