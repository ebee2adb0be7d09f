import type { Page, Route } from '@playwright/test';
import { mainScript, type BuiltScript } from './build.ts';

export interface DelayedScript {
  /** Whether the page has requested the script. */
  readonly requested: () => boolean;
  /** Delivers the script, now and later. */
  readonly release: () => Promise<void>;
}

/** Delays a script until it is released; a prefetch of it is not delayed. */
export async function delayScript(page: Page, { urlPath }: BuiltScript): Promise<DelayedScript> {
  const waiting: Route[] = [];
  let isDelayed = true;
  await page.route(`**${urlPath}`, async (route) => {
    if (isDelayed && route.request().resourceType() === 'script') waiting.push(route);
    else await route.continue();
  });
  return {
    requested: () => waiting.length > 0,
    release: async () => {
      isDelayed = false;
      await Promise.all(waiting.map((route) => route.continue()));
    },
  };
}

/** Makes loads of a script fail. @param times how many; all by default */
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

/**
 * Serves an edited version of a built script, to test a state that the built site never has.
 * @throws Error if the edit changes nothing
 */
export async function editScript(
  page: Page,
  { urlPath, source }: BuiltScript,
  edit: (source: string) => string,
): Promise<void> {
  const body = edit(source);
  if (body === source) throw new Error(`the edit of ${urlPath} changes nothing`);
  await page.route(`**${urlPath}`, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  );
}

const platformItem = '{to:"/platform-api",label:"Platform APIs",position:"left"}';

/**
 * Replaces the navbar item 'Platform APIs'.
 * @param item as in `themeConfig.navbar.items`
 * @param edit a further change to the bundle
 */
export async function replaceNavbarItem(
  page: Page,
  item: object,
  edit: (source: string) => string = (source) => source,
): Promise<void> {
  await editScript(page, mainScript(), (source) => {
    if (!source.includes(platformItem))
      throw new Error('the bundle has the navbar in another form');
    return edit(source.replace(platformItem, JSON.stringify(item)));
  });
}
