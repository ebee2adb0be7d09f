import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { allLanguages } from '@anedya-docs/code-samples';
import type { Hit, QueryResponse } from '@anedya-docs/search';
import { integer, longest, name } from './arguments.ts';
import { describeOperation } from './describe.ts';
import { findPart, pagePath, pathIn, sectionOf, ToolError, type Docs } from './docs.ts';
import {
  annotations,
  linked,
  longestResult,
  structured,
  textResult,
  worked,
  type ServerDeps,
} from './results.ts';

/** Returns the part of some texts, up to 240 characters, that starts with the sentence with the most matches. */
function excerptOf(texts: readonly string[], matches: QueryResponse['matches']): string {
  const parts = texts.flatMap((text) =>
    [...text.matchAll(/\S(?:.|\n)*?(?:[.!?](?=\s)|$)/g)].map((sentence) => ({
      count: matches(sentence[0]).length,
      part: text.slice(sentence.index, sentence.index + 240),
    })),
  );
  const most = Math.max(...parts.map(({ count }) => count));
  return parts.find(({ count }) => count === most)?.part ?? '';
}

/** Hits for each result: several can have the same URL. */
const hitsPerResult = 5;

/** Finds pages, sections, fields and codes. */
function search(deps: ServerDeps, query: string, limit: number): CallToolResult {
  const { engine, pages } = deps.docs;
  const hitsPerPage = limit * hitsPerResult;
  const { hits, matches } = engine.search({ query, page: 0, hitsPerPage });
  // The search engine returns everything for a blank query.
  if (hits.length === 0 || query.trim() === '') {
    const text = `No results for "${query}". Use fewer or other words, or read the page "/" for an overview.`;
    return structured(text, { results: [] });
  }
  const byUrl = new Map<string, Hit[]>();
  for (const hit of hits) byUrl.set(hit.record.url, [...(byUrl.get(hit.record.url) ?? []), hit]);
  const results = [...byUrl].slice(0, limit).map(([url, all]) => {
    const [{ record } = { record: undefined }] = all;
    const [, ...headings] = Object.values(record?.hierarchy ?? {}).filter((text) => text !== null);
    const texts = all
      .flatMap(({ record: { content }, excerpt }) => content ?? excerpt ?? [])
      // The URL of an operation follows its title.
      .filter((text) => !/^[A-Z]+ https?:/.test(text));
    const { pathname } = new URL(url, 'https://docs.invalid');
    const page = pages.get(pagePath(pathIn(deps.docs, pathname)));
    const excerpt = excerptOf(texts, matches) || (page?.description ?? '');
    return { title: headings.join(' > '), url: linked(deps, url), excerpt: linked(deps, excerpt) };
  });
  const lines = results.map(
    ({ title, url, excerpt }, index) =>
      `${index + 1}. ${title}\n   ${url}${excerpt === '' ? '' : `\n   ${excerpt}`}`,
  );
  const text = `${lines.length} results, best first. Read one with the tool "read".\n\n${lines.join('\n')}`;
  return structured(text, { results });
}

const programAt = (docs: Docs, url: URL | undefined) =>
  url && docs.programs.get(pathIn(docs, url.pathname));

/** @throws ToolError if there is no such page or section */
function partOfPage(docs: Docs, given: string, url: URL | undefined, section?: string): string {
  const page = url && docs.pages.get(pagePath(pathIn(docs, url.pathname)));
  if (!page) {
    throw new ToolError(`There is no page "${given}". Find one with the tool "search".`);
  }
  const part = section ?? url.hash;
  if (part === '') return page.markdown;
  return findPart(docs, page, part) ?? sectionOf(page.markdown, part);
}

function read(deps: ServerDeps, given: string, section: string | undefined, offset: number) {
  const { docs } = deps;
  // A path, a URL, or a link to the Markdown.
  const base = 'https://docs.invalid';
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined;
  const text = linked(deps, programAt(docs, url) ?? partOfPage(docs, given, url, section));
  if (offset > 0 && offset >= text.length) {
    throw new ToolError(`The offset is past the end (${text.length} characters).`);
  }
  const shown = text.slice(offset, offset + longestResult);
  const next = offset + longestResult;
  return next < text.length
    ? `${shown}\n\n[Continue with offset ${next} of ${text.length}]`
    : shown;
}

/** Registers the tools that read the documentation. */
export function registerDocumentationTools(server: McpServer, deps: ServerDeps): void {
  server.registerTool(
    'search',
    {
      title: 'Search the documentation',
      description:
        'Finds pages, sections, fields, topics and error codes. Returns URLs for "read".',
      inputSchema: z.object({
        query: z
          .string()
          .min(1)
          .max(longest.name)
          .describe('Words, a field, a path or an error code'),
        limit: integer(1, 20).default(8),
      }),
      outputSchema: z.object({
        results: z.array(z.object({ title: z.string(), url: z.string(), excerpt: z.string() })),
      }),
      annotations: annotations.reads,
    },
    ({ query, limit }) => worked(deps, () => search(deps, query, limit)),
  );
  server.registerTool(
    'read',
    {
      title: 'Read a page',
      description:
        'Returns a page, or one of its sections, as Markdown, or a program that a page links to.',
      inputSchema: z.object({
        page: name('Path or URL of a page, with or without an anchor: /essentials/#time-units'),
        section: name('Heading of a section').optional(),
        offset: integer(0, 10_000_000).default(0).describe('Character to continue from'),
      }),
      annotations: annotations.reads,
    },
    ({ page, section, offset }) =>
      worked(deps, () => textResult(read(deps, page, section, offset))),
  );
  server.registerTool(
    'describe_operation',
    {
      title: 'Describe an API operation',
      description:
        'Returns URL, fields with types and units, limits, errors with fixes, and one sample of an operation.',
      inputSchema: z.object({
        operation: name(
          'Key, id, title, path or URL: platform/node-create, Create a node, POST /node/create',
        ),
        language: z
          .enum(allLanguages.map(({ label }) => label))
          .optional()
          .describe('Language of a program as the sample; by default, arguments of "run"'),
        shared: z
          .boolean()
          .default(false)
          .describe('Adds what all operations of the API have in common, to read once'),
      }),
      annotations: annotations.reads,
    },
    ({ operation, language, shared }) =>
      worked(deps, () =>
        textResult(linked(deps, describeOperation(deps.docs, operation, language, shared))),
      ),
  );
}
