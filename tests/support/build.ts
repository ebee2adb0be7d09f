import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { siteDir } from './fixtures.ts';

const scriptDir = path.join(siteDir, 'assets/js');

/** A script of the built site: the path it is served at and its text. */
export interface BuiltScript {
  readonly urlPath: string;
  readonly source: string;
}

/**
 * Finds the one built script whose name and text match.
 * @throws Error when there is none or more than one
 */
function findScript(name: RegExp, text = ''): BuiltScript {
  const found = readdirSync(scriptDir)
    .filter((file) => name.test(file) && file.endsWith('.js'))
    .map((file) => ({
      urlPath: `/assets/js/${file}`,
      source: readFileSync(path.join(scriptDir, file), 'utf8'),
    }))
    .filter(({ source }) => source.includes(text));
  const [script] = found;
  if (!script || found.length > 1) {
    throw new Error(`${found.length} built scripts match ${name.source} and hold "${text}"`);
  }
  return script;
}

/** The bundle with the theme, the routes and the site's configuration. */
export function mainScript(): BuiltScript {
  return findScript(/^main\./);
}

/** The chunk with the content of one page. @param urlPath path of the page, with a trailing slash */
export function pageScript(urlPath: string): BuiltScript {
  return findScript(/^(?!main\.)/, `"slug":"${urlPath}","permalink"`);
}

/** Paths of all pages in the built sitemap. */
export function sitemapPaths(): string[] {
  const xml = readFileSync(path.join(siteDir, 'sitemap.xml'), 'utf8');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
}

/** All pages of the sitemap in groups, so that tests over them run in parallel. */
export function sitemapGroups(size: number): { readonly name: string; readonly paths: string[] }[] {
  const paths = sitemapPaths();
  return Array.from({ length: Math.ceil(paths.length / size) }, (_, index) => {
    const group = paths.slice(index * size, (index + 1) * size);
    return { name: `${group[0] ?? ''} to ${group.at(-1) ?? ''}`, paths: group };
  });
}
