import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';

const buildDir = path.resolve(import.meta.dirname, '../../../site/build');

export interface BuiltPage {
  /** Heading of the first level. */
  readonly title: string;
  /** Text of the content, in lower case. */
  readonly text: string;
  /** All ids that a link could refer to, in the content only. */
  readonly anchors: ReadonlySet<string>;
}

const read = (route: string): BuiltPage | undefined => {
  const file = path.join(buildDir, route, 'index.html');
  if (!existsSync(file)) return undefined;
  const main = select('main', fromHtml(readFileSync(file, 'utf8')));
  if (main === undefined) return undefined;
  const heading = select('h1', main);
  return {
    title: heading === undefined ? '' : toString(heading),
    text: toString(main).toLowerCase(),
    anchors: new Set(selectAll('[id]', main).map((element) => String(element.properties.id))),
  };
};

const pages = new Map<string, BuiltPage | undefined>();

/** A page of the built site, read once; undefined when it does not exist. */
export function builtPage(route: string): BuiltPage | undefined {
  if (!pages.has(route)) pages.set(route, read(route));
  return pages.get(route);
}
