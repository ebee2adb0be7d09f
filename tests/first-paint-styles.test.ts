import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type ChildNode, type Declaration, type Document } from 'postcss';
import { describe, expect, it } from 'vitest';
import { buildDir, htmlFiles } from './support/built-site.ts';

const earlySheet = /<style[^>]* data-docs-sheet="([^"]+)"[^>]*>([\s\S]*?)<\/style>/g;

/** Conditions and selectors of the rules around a declaration, such as `@media (max-width:996px)`. */
function contextOf(declaration: Declaration): {
  readonly around: string;
  readonly selectors: string[];
} {
  const around: string[] = [];
  let selectors: string[] = [];
  let node: ChildNode['parent'] | Document = declaration.parent;
  while (node && node.type !== 'root') {
    if (node.type === 'rule') selectors = (node as postcss.Rule).selectors;
    if (node.type === 'atrule') {
      const { name, params } = node as postcss.AtRule;
      around.unshift(`@${name} ${params}`);
    }
    node = node.parent;
  }
  return { around: around.join(' '), selectors };
}

/** All declarations of a stylesheet, once per selector. */
function declarations(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkDecls((declaration) => {
    const { around, selectors } = contextOf(declaration);
    found.push(...selectors.map((selector) => `${around} ${selector} { ${String(declaration)} }`));
  });
  return found;
}

const wholeSheets = new Map<string, ReadonlySet<string>>();
function wholeSheet(address: string): ReadonlySet<string> {
  const known = wholeSheets.get(address);
  if (known) return known;
  const sheet = new Set(declarations(readFileSync(path.join(buildDir, address), 'utf8')));
  wholeSheets.set(address, sheet);
  return sheet;
}

describe('the inline styles', () => {
  const pages = htmlFiles();

  it('are in every page', () => {
    expect(pages.length).toBeGreaterThan(80);
  });

  it.each(pages)('of %s are declarations of the whole stylesheet', (file) => {
    const html = readFileSync(path.join(buildDir, file), 'utf8');
    const early = [...html.matchAll(earlySheet)];
    expect(early).toHaveLength(1);
    for (const [, address = '', css = ''] of early) {
      const found = declarations(css);
      expect(found.length).toBeGreaterThan(100);
      const sheet = wholeSheet(address);
      expect(found.filter((declaration) => !sheet.has(declaration))).toEqual([]);
    }
  });
});
