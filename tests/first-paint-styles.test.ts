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

/** Values that a stylesheet sets for the whole page. */
function globalValues(css: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  postcss.parse(css).walkDecls(/^--/, (declaration) => {
    const { around, selectors } = contextOf(declaration);
    if (around === '' && selectors.includes(':root'))
      values.set(declaration.prop, declaration.value);
  });
  return values;
}

/** All declarations of a stylesheet, once per selector, with `var()` replaced by values and without spaces. */
function declarations(css: string, values: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const resolved = (text: string): string =>
    text.replaceAll(/var\((--[\w-]+)\)/g, (read, name: string) => {
      const value = values.get(name);
      return value === undefined ? read : resolved(value);
    });
  postcss.parse(css).walkDecls((declaration) => {
    const { around, selectors } = contextOf(declaration);
    const text = resolved(String(declaration)).replaceAll(/\s/g, '');
    found.push(...selectors.map((selector) => `${around} ${selector} { ${text} }`));
  });
  return found;
}

interface Sheet {
  readonly values: ReadonlyMap<string, string>;
  readonly declarations: ReadonlySet<string>;
}

const wholeSheets = new Map<string, Sheet>();
function wholeSheet(address: string): Sheet {
  const known = wholeSheets.get(address);
  if (known) return known;
  const css = readFileSync(path.join(buildDir, address), 'utf8');
  const values = globalValues(css);
  const sheet = { values, declarations: new Set(declarations(css, values)) };
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
      const sheet = wholeSheet(address);
      const found = declarations(css, sheet.values);
      expect(found.length).toBeGreaterThan(100);
      expect(found.filter((declaration) => !sheet.declarations.has(declaration))).toEqual([]);
    }
  });
});
