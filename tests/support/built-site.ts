import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const buildDir = path.resolve(import.meta.dirname, '../../site/build');

/** Paths of the built HTML files, relative to the build folder, with forward slashes. */
export function htmlFiles(): string[] {
  return readdirSync(buildDir, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.html'));
}

/** Text of the page at a route. */
export function readPage(route: string): string {
  return readFileSync(path.join(buildDir, route, 'index.html'), 'utf8');
}

const attribute = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]*))`).exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
};

/** Values of an attribute in all tags with that name and these other attributes. */
export function attributes(
  html: string,
  tag: string,
  name: string,
  where: Readonly<Record<string, string>> = {},
): string[] {
  return [...html.matchAll(new RegExp(`<${tag}\\s(?:"[^"]*"|'[^']*'|[^>"'])*>`, 'g'))]
    .map(([text]) => text)
    .filter((text) => Object.entries(where).every(([key, value]) => attribute(text, key) === value))
    .flatMap((text) => attribute(text, name) ?? []);
}

/** Text of all elements with that name, without tags. */
export function texts(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, inner]) => (inner ?? '').replaceAll(/<[^>]*>/g, '').trim(),
  );
}

/** HTML of the sidebar of a page; empty when it has none. */
export function sidebarOf(html: string): string {
  const start = html.indexOf('<nav aria-label="Docs sidebar"');
  return start < 0 ? '' : html.slice(start, html.indexOf('</nav>', start));
}
