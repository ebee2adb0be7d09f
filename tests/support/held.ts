import type { Page, Route } from '@playwright/test';
import type { BuiltScript } from './build.ts';

export interface HeldScript {
  /** True once the page has asked for the script. */
  readonly requested: () => boolean;
  /** Lets the script through, now and later. */
  readonly release: () => Promise<void>;
}

/** Holds a script back when the page loads it; a prefetch of it goes through. */
export async function holdScript(page: Page, { urlPath }: BuiltScript): Promise<HeldScript> {
  const waiting: Route[] = [];
  let held = true;
  await page.route(`**${urlPath}`, async (route) => {
    if (held && route.request().resourceType() === 'script') waiting.push(route);
    else await route.continue();
  });
  return {
    requested: () => waiting.length > 0,
    release: async () => {
      held = false;
      await Promise.all(waiting.map((route) => route.continue()));
    },
  };
}

/** Makes loads of a script fail. @param times how many; all unless given */
export async function failScript(
  page: Page,
  { urlPath }: BuiltScript,
  times = Number.POSITIVE_INFINITY,
): Promise<void> {
  let left = times;
  await page.route(`**${urlPath}`, async (route) => {
    if (route.request().resourceType() !== 'script' || left === 0) return route.continue();
    left -= 1;
    return route.abort('failed');
  });
}
