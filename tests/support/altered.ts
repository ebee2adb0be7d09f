import type { Page } from '@playwright/test';
import { mainScript, type BuiltScript } from './build.ts';

/**
 * Serves a built script with its text changed: the way to a state the built site is never in by itself.
 * @throws Error when the edit changes nothing
 */
export async function alterScript(
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
 * Puts another navbar item in the place of 'Platform APIs'.
 * @param item as in `themeConfig.navbar.items`
 * @param edit a further change to the bundle
 */
export async function replaceNavbarItem(
  page: Page,
  item: object,
  edit: (source: string) => string = (source) => source,
): Promise<void> {
  await alterScript(page, mainScript(), (source) => {
    if (!source.includes(platformItem))
      throw new Error('the bundle holds the navbar in another form');
    return edit(source.replace(platformItem, JSON.stringify(item)));
  });
}
