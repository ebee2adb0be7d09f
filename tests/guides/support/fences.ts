import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { excerpt, readMeta } from '../../../site/content/example-files/index.ts';
import { sourceOf } from '../../examples/support/examples.ts';
import { parseMdx } from '../../prose/parse.ts';
import { root } from '../../samples/support/folders.ts';

/** A fence of a page, with the text that readers see. */
export interface Fence {
  /** Path below `site/docs`. */
  readonly page: string;
  /** Line in the source of the page, counted from 1. */
  readonly line: number;
  readonly language: string;
  /** Attributes of the fence by name: `title`, `file`, `operation`, `field`, `pushed`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** `response` or `request`: what the text is. */
  readonly side: 'response' | 'request' | undefined;
  readonly text: string;
  /** Title, or the first line: identifies the fence in tests. */
  readonly label: string;
  /** Heading above it. */
  readonly section: string;
}

/** A page with its fences. */
export interface GuidePage {
  readonly page: string;
  readonly fences: readonly Fence[];
  /** Inline code in sentences and tables, such as `python3 submit.py`. */
  readonly inlineCodes: readonly string[];
}

const docs = path.join(root, 'site/docs');

/** Generated from the API documents. */
const generated = ['platform-api/', 'device/api/'];

function attributesOf(meta: string): Record<string, string> {
  return Object.fromEntries(
    [...meta.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Reads the fences of a page in order, with the text of example files. @param page such as `getting-started/index.mdx` */
export function readGuide(page: string): GuidePage {
  const source = readFileSync(path.join(docs, page), 'utf8');
  const fences: Fence[] = [];
  const inlineCodes: string[] = [];
  let section = '';
  visit(parseMdx(source), (node) => {
    if (node.type === 'heading') section = toString(node);
    if (node.type === 'inlineCode') inlineCodes.push(node.value);
    if (node.type !== 'code') return;
    const meta = node.meta ?? '';
    const attributes = attributesOf(meta);
    const { request } = readMeta(meta);
    const text = request ? excerpt(sourceOf(request.file), request) : node.value;
    const flag = /\b(response|request)\b(?!=)/.exec(meta.replaceAll(/\w+="[^"]*"/g, ''))?.[1];
    fences.push({
      page,
      line: node.position?.start.line ?? 0,
      language: node.lang ?? '',
      attributes,
      side: flag as Fence['side'],
      text,
      section,
      label: attributes.title ?? text.split('\n', 1)[0] ?? '',
    });
  });
  return { page, fences, inlineCodes };
}

/** Guides with a fence, below `site/docs`. */
export function guidesWithFences(): string[] {
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.mdx') && !generated.some((start) => file.startsWith(start)))
    .filter((file) => readGuide(file).fences.length > 0);
}
