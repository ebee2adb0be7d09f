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

const platformItem = /\{to:"\/platform-api",label:"Platform APIs",position:"left"\}/;

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
    if (!platformItem.test(source)) throw new Error('the bundle holds the navbar in another form');
    return edit(source.replace(platformItem, JSON.stringify(item)));
  });
}

/**
 * Makes a page's content throw while it renders, until `window.calm` is set.
 * @param messages of the error and its chain of causes, outermost first
 */
export async function crashPage(
  page: Page,
  script: BuiltScript,
  messages: readonly string[],
): Promise<void> {
  const crash = (names: readonly string[]) => {
    const key = Object.keys(self).find((name) => name.startsWith('webpackChunk')) ?? '';
    type Factory = (module: { exports: object }, exports: object, require: unknown) => void;
    const chunks = (self as unknown as Record<string, [unknown, Record<string, Factory>][]>)[key];
    if (!chunks) throw new Error('no list of chunks');
    const push = chunks.push.bind(chunks);
    const error = names.reduceRight<Error | undefined>(
      (cause, name) => new Error(name, { cause }),
      undefined,
    );
    const crashing = (factory: Factory): Factory => {
      return (module, exports, require) => {
        factory(module, exports, require);
        const whole = { ...exports } as { default: (props: object) => unknown };
        const Content = whole.default;
        const Crash = (props: object) => {
          if ('calm' in window) return Content(props);
          throw error ?? new Error();
        };
        module.exports = { __esModule: true, ...whole, default: Crash };
      };
    };
    chunks.push = (...added) => {
      chunks.push = push;
      return push(
        ...added.map(([ids, modules]): [unknown, Record<string, Factory>] => [
          ids,
          Object.fromEntries(
            Object.entries(modules).map(([id, factory]) => [id, crashing(factory)]),
          ),
        ]),
      );
    };
  };
  await alterScript(
    page,
    script,
    (source) => `(${crash.toString()})(${JSON.stringify(messages)});${source}`,
  );
}
