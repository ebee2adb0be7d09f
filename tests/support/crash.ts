import type { Page } from '@playwright/test';
import { editScript } from './script-routes.ts';
import type { BuiltScript } from './build.ts';

/**
 * Makes the content of a page throw while it renders, until `window.calm` is set.
 * @param messages messages of the error and its causes, outermost first
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
  await editScript(
    page,
    script,
    (source) => `(${crash.toString()})(${JSON.stringify(messages)});${source}`,
  );
}
