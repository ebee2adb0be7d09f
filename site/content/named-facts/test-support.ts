import type { Root } from 'mdast';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { apiConfigs } from '../api-reference/documents';
import type { OtherNames } from './facts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const written = apiConfigs.map(({ folder }) => folder + path.sep);

const parser = unified()
  .use(remarkParse)
  .use(remarkFrontmatter)
  .use(remarkDirective)
  .use(remarkGfm)
  .use(remarkMdx);

/** A page as the plugin receives it. */
export function parsePage(source: string): Root {
  // Docusaurus escapes the ids of headings before it parses a page.
  return parser.parse(source.replaceAll(/ \{(#[\w-]+)\}$/gm, ' \\{$1}'));
}

/** All guides: path below `docs/` and text. */
export const prosePages: readonly (readonly [string, string])[] = readdirSync(docs, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.mdx') && !written.some((start) => name.startsWith(start)))
  .sort()
  .map((name) => [name, readFileSync(path.join(docs, name), 'utf8')] as const);

/** An empty list. */
export const nothingListed: OtherNames = { names: [], programs: [], quantities: [] };

/** A list with only these entries. */
export function listing(part: keyof OtherNames, ...entries: string[]): OtherNames {
  return { ...nothingListed, [part]: [{ group: 'test', why: 'test', entries }] };
}
