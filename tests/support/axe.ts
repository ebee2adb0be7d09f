import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions, SerialContextObject } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  readonly axe: {
    run: (context: string | SerialContextObject, options: RunOptions) => Promise<AxeResults>;
  };
}

/**
 * Runs axe and formats each element that violates a rule as one line.
 * @param context selectors of the part of the page to check
 * @param options rules to run besides or instead of the default ones
 */
export async function axeViolations(
  page: Page,
  context: string | SerialContextObject = 'html',
  options: RunOptions = {},
): Promise<string[]> {
  // 0.6 MB: sent and compiled once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([selector, more]) =>
      (window as unknown as AxeWindow).axe.run(selector, { ...more, resultTypes: ['violations'] }),
    [context, options] as const,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, html, failureSummary }) =>
      [id, impact, target.join(' '), html, failureSummary?.replaceAll(/\s+/g, ' ')].join(' | '),
    ),
  );
}

/** Rules that depend on colors, of those that axe runs by default. */
const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Violations in the color mode of the page, and those of {@link colorRules} in the other one. The page keeps its mode. */
export async function axeViolationsInBothModes(page: Page): Promise<string[]> {
  const html = page.locator('html');
  const first = (await html.getAttribute('data-theme')) ?? '';
  const other = first === 'dark' ? 'light' : 'dark';
  const inMode = async (mode: string, options?: RunOptions) => {
    await html.evaluate(async (root, theme) => {
      root.dataset.theme = theme;
      // Colors change gradually.
      const transitions = document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    }, mode);
    const found = await axeViolations(page, 'html', options);
    return found.map((violation) => `${mode} mode | ${violation}`);
  };
  const violations = [...(await inMode(first)), ...(await inMode(other, colorRules))];
  await html.evaluate((root, theme) => (root.dataset.theme = theme), first);
  return violations;
}
