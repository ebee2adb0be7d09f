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

/** Violations in the color mode of the page and, after toggling it, those of {@link colorRules} in the other one. */
export async function axeViolationsInBothModes(page: Page): Promise<string[]> {
  const inMode = async (options?: RunOptions) => {
    const mode = await page.locator('html').getAttribute('data-theme');
    const found = await axeViolations(page, 'html', options);
    return found.map((violation) => `${mode} mode | ${violation}`);
  };
  const first = await inMode();
  await page.getByRole('button', { name: /Switch between dark and light/ }).click();
  // The pointer would leave the toggle in its hover state, and colors change gradually.
  await page.mouse.move(0, 0);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  return [...first, ...(await inMode(colorRules))];
}
