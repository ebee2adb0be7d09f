import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { measureWeight } from '../bench/lib/page-weight.ts';
import { expect, siteDir, test } from './support/fixtures.ts';

const kB = 1000;

/**
 * Compressed bytes of a first visit; a page that grows past them fails. Of the scripts, the button for offline use takes 0.25 kB,
 * copying over plain HTTP 0.1 kB, the choice of the sandbox, which all tabs follow, 0.5 kB, the section links of operations and
 * links to folded sections 0.5 kB, one retry for all modules of a page 0.1 kB, the focus on the way back to the main menu 0.1 kB. That button and the social card take 0.1 kB of the HTML, breadcrumbs that
 * scroll on phones, and the fade at the edge of code, 0.15 kB of the styles, larger text and menus for fingers 0.15 kB of both. Names of assets change with each build, and the size in
 * Brotli with them, by up to 0.05 kB, so the budgets are at least 0.1 kB above their pages.
 */
const budgets = { js: 123.95 * kB, css: 7.4 * kB, html: 16.85 * kB, font: 45 * kB, requests: 19 };

/** The greenhouse of the home page: its drawing, its simulation and its controls. */
const greenhouseBudget = 5.6 * kB;

/** A diagram is also in the script of its page, for navigation within the site. */
const diagramBudget = 3 * kB;

/** The button of the MQTT console; the console itself loads on demand. */
const consoleBudget = 0.5 * kB;

/** The button of the simulated device and its text; the device itself loads on demand. */
const deviceBudget = 0.6 * kB;

/** The program of the greenhouse, which connects again after all failures in tests/field, and how to run it. */
const programBudget = 4.2 * kB;

/** The text of the longest page, which is also in its script. Its two tables of symptoms take 0.6 kB. */
const longTextBudget = 1.95 * kB;

/** The table of the error texts of clients, in which readers search for the text that they see. */
const errorTextBudget = 1.2 * kB;

/** Names in tables that break after dots and slashes, on a page with many of them. */
const namesBudget = 0.25 * kB;

/** The two clients of the chapter about streams, which are also in the script of their page. */
const streamsBudget = 4.7 * kB;

/** The request that creates a stream, which has no page in the API reference: about 0.3 kB. */
const streamRequestBudget = 0.65 * kB;

/** Pages of the API reference have separate budgets in `operation-budget.e2e.ts`. */
const pages: readonly { readonly urlPath: string; readonly js: number; readonly html?: number }[] =
  [
    { urlPath: '/', js: budgets.js + greenhouseBudget },
    { urlPath: '/changelog/', js: budgets.js },
    {
      urlPath: '/essentials/architecture/',
      js: budgets.js + diagramBudget + streamsBudget,
      html: budgets.html + streamsBudget + streamRequestBudget,
    },
    {
      urlPath: '/device/mqtt-endpoints/',
      js:
        budgets.js +
        diagramBudget +
        consoleBudget +
        deviceBudget +
        longTextBudget +
        errorTextBudget +
        programBudget,
      html:
        budgets.html +
        deviceBudget +
        longTextBudget +
        errorTextBudget +
        namesBudget +
        programBudget,
    },
  ];

for (const { urlPath, js, html = budgets.html } of pages) {
  test(`the bytes of ${urlPath} stay within the budget`, async ({ page, origin }) => {
    const weight = await measureWeight(page, origin + urlPath);
    expect(weight.brotli.js).toBeGreaterThan(0);
    expect(weight.brotli.js).toBeLessThanOrEqual(js);
    expect(weight.brotli.html).toBeLessThanOrEqual(html);
    expect(weight.brotli.font).toBeGreaterThan(0);
    expect(weight.brotli.font).toBeLessThanOrEqual(budgets.font);
    expect(weight.requests).toBeLessThanOrEqual(budgets.requests);
  });

  test(`the styles of ${urlPath} stay within the budget`, async () => {
    const html = await readFile(path.join(siteDir, urlPath, 'index.html'), 'utf8');
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]);
    expect(styles.length).toBeGreaterThan(0);
    expect(brotliCompressSync(styles.join('')).length).toBeLessThanOrEqual(budgets.css);
  });
}
