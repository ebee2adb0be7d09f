import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { settle } from './lib/page-weight.ts';
import { printTable, quantile } from './lib/report.ts';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// What the main thread does while a page loads, as CPU time of its tasks, which unlike wall time hardly depends on other
// processes of the machine. Pages are those of the `pages` benchmark, in alternation.

const pages = ['/', '/essentials/architecture/', '/platform-api/node-create/'];
const runs = Number(process.env.BENCH_RUNS ?? 5);
/** Lighthouse's phone is this much slower, and counts what a task takes beyond 50 ms as blocking. */
const slowdown = 4;
const longTaskMs = 50 / slowdown;
const kinds = {
  style: ['UpdateLayoutTree'],
  layout: ['Layout'],
  'parse HTML': ['ParseHTML'],
  paint: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
  script: ['EvaluateScript', 'FunctionCall', 'v8.compile', 'RunMicrotasks', 'TimerFire'],
};

const allKinds = Object.values(kinds).flat();

/** An event of a trace: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const isIn = (thread: TraceEvent, { pid, tid }: TraceEvent) =>
  pid === thread.pid && tid === thread.tid;

/** Loads a page in a new context and returns the events of its main thread, oldest first. */
async function trace(browser: Browser, url: string): Promise<TraceEvent[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  await page.goto(url);
  await settle(page);
  const buffer = await browser.stopTracing();
  await context.close();
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] };
  const time = (thread: TraceEvent) =>
    traceEvents
      .filter((event) => allKinds.includes(event.name) && isIn(thread, event))
      .reduce((total, { tdur = 0 }) => total + tdur, 0);
  // Other renderers of the browser have no page.
  const [main] = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .sort((a, b) => time(b) - time(a));
  if (!main) throw new Error(`the trace of ${url} has no main thread`);
  return traceEvents.filter((event) => isIn(main, event)).sort((a, b) => a.ts - b.ts);
}

const cpuMs = ({ tdur = 0 }: TraceEvent) => tdur / 1000;
/** What a task takes beyond the length that blocks. */
const beyond = (task: TraceEvent) => Math.max(0, cpuMs(task) - longTaskMs);
const end = ({ ts, dur = 0 }: TraceEvent) => ts + dur;

/** Drops events inside an earlier event of the list. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  const kept: TraceEvent[] = [];
  for (const event of events) {
    const last = kept.at(-1);
    if (!last || event.ts >= end(last)) kept.push(event);
  }
  return kept;
}

/** Figures of one load, in ms of CPU time of the main thread. @param all events of the thread, oldest first */
function figures(all: readonly TraceEvent[]): Record<string, number> {
  const paint = all.find(({ name }) => name === 'firstContentfulPaint')?.ts ?? Number.NaN;
  const events = all.filter(({ ph }) => ph === 'X');
  const tasks = outermost(events.filter(({ name }) => name.endsWith('RunTask')));
  const sum = (list: readonly TraceEvent[], of = cpuMs) =>
    list.reduce((total, event) => total + of(event), 0);
  const perKind = Object.entries(kinds).map(([kind, names]) => [
    kind,
    sum(outermost(events.filter(({ name }) => names.includes(name)))),
  ]);
  const longest = tasks.reduce((best, task) => (cpuMs(task) > cpuMs(best) ? task : best));
  return {
    'all tasks': sum(tasks),
    ...(Object.fromEntries(perKind) as Record<string, number>),
    'longest task': cpuMs(longest),
    'longest task with script only': Math.max(
      ...outermost(events.filter(({ name }) => kinds.script.includes(name))).map(cpuMs),
      0,
    ),
    [`tasks beyond ${longTaskMs} ms`]: sum(tasks, beyond),
    [`blocking after the first paint, CPU ${slowdown}x slower`]:
      slowdown *
      sum(
        tasks.filter(({ ts }) => ts > paint),
        beyond,
      ),
  };
}

const { BENCH_BASELINE } = process.env;
const stock = await buildStockSite().then(serve);
const site = await serveWithBarePages(pages);
const baseline = BENCH_BASELINE
  ? await serve(path.resolve(BENCH_BASELINE, 'site/build'))
  : undefined;
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const urlPath of pages) {
  const columns: readonly (readonly [string, string])[] = [
    ['bare', `${site.origin}/bare${urlPath}`],
    ['this site', site.origin + urlPath],
    ...(baseline ? [['baseline', baseline.origin + urlPath] as const] : []),
    // The stock build has no API reference.
    ...(urlPath.startsWith('/essentials/') ? [['stock', stock.origin + urlPath] as const] : []),
  ];
  const measured: Record<string, number>[][] = columns.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, [, url]] of columns.entries())
      measured[index]?.push(figures(await trace(browser, url)));
  }
  console.log(`\n${urlPath}: CPU time of the main thread in ms, medians of ${runs}`);
  printTable(
    columns.map(([name]) => name),
    Object.keys(measured[0]?.[0] ?? {}).map((label) => ({
      label,
      digits: 1,
      values: measured.map((all) =>
        quantile(
          all.map((one) => one[label] ?? Number.NaN),
          0.5,
        ),
      ),
    })),
  );
}
await browser.close();
await Promise.all([site, stock, ...(baseline ? [baseline] : [])].map(({ close }) => close()));
