import { createHash } from 'node:crypto';
import postcss from 'postcss';
import type { HtmlFile } from './html-file';
import { inlineScript } from './inline-script';

const stylesheetsOf = (page: HtmlFile) => page.find('link', { rel: 'stylesheet' });

/** URLs of the stylesheets that a page links to. */
export const linkedStylesheets = (page: HtmlFile): string[] =>
  stylesheetsOf(page).map(({ attributes }) => attributes.get('href') ?? '');

/**
 * URL of a stylesheet with a hash of its content, so that it can be cached forever.
 * @param href URL from the framework
 */
export function hashedAddress(href: string, css: string): string {
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  return href.replace(/[^/]+$/, `site.${hash}.css`);
}

export interface Sheet {
  /** `@font-face` rules, which apply as long as the page is open. */
  readonly fonts: string;
  /** Other rules for the first paint, inline in the page, so that it needs no request. The full stylesheet replaces them. */
  readonly firstPaint: string;
  /** URL of the full stylesheet, which the page loads after the first paint. */
  readonly address: string;
}

/**
 * Inlines the rules for the first paint of a page, and lists the full stylesheet for `boot/after-first-paint`. Without
 * scripts, browsers load it immediately. `data-href` tells the framework's loader that the stylesheet is present.
 * @throws Error if the page links to no stylesheet
 */
export function inlineStylesheets(page: HtmlFile, sheetOf: (href: string) => Sheet): void {
  const links = stylesheetsOf(page);
  if (links.length === 0) {
    throw new Error('no <link rel="stylesheet"> found: the page template has changed');
  }
  for (const link of links) {
    const href = link.attributes.get('href') ?? '';
    const { fonts, firstPaint, address } = sheetOf(href);
    page.replace(
      link,
      `${fontPreloads(fonts, page)}<style>${fonts}</style><style data-href="${href}" data-docs-sheet="${address}">${firstPaint}</style>` +
        `<noscript><link rel="stylesheet" href="${address}"></noscript>`,
    );
  }
}

/**
 * Preloads the fonts of a page, so that its text changes as early as possible. Only pages with code need the code font.
 * @param fonts `@font-face` rules
 * @throws Error if they name no font
 */
function fontPreloads(fonts: string, page: HtmlFile): string {
  const links: string[] = [];
  postcss.parse(fonts).walkAtRules('font-face', (rule) => {
    const declarations = new Map(
      rule.nodes?.flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value]] : [])),
    );
    const [, href] = /url\(["']?([^"')]+\.woff2)/.exec(declarations.get('src') ?? '') ?? [];
    const isCode = declarations.get('font-family')?.includes('code') ?? false;
    if (href !== undefined && (!isCode || page.find('code').length > 0))
      links.push(`<link rel=preload href=${href} as=font crossorigin>`);
  });
  if (links.length === 0) throw new Error('no font found in the styles of a page');
  return links.join('');
}

/** How the framework's base-URL banner waits. With deferred scripts, it would run too early. */
const bannerWait =
  'document.addEventListener("DOMContentLoaded",function(){void 0===window.docusaurus';

let loader: string | undefined;

/**
 * Defers a page's scripts until after its first paint, so that the text appears first. Pages are complete without
 * scripts, so they look the same before and after. Scripts with `async`, such as the Google tag, are left as they are.
 * @throws Error if the page has no deferred script, or a script that blocks the parser: the framework's template has changed
 */
export function deferScripts(page: HtmlFile): void {
  const scripts = page
    .find('script')
    .filter(({ attributes }) => attributes.has('src') && !attributes.has('async'));
  if (scripts.length === 0) {
    throw new Error('no <script src defer> found: the page template has changed');
  }
  for (const script of scripts) {
    const { attributes } = script;
    const src = attributes.get('src') ?? '';
    if (attributes.size !== 2 || !attributes.has('defer')) {
      throw new Error(`the script ${src} is not deferred: the page template has changed`);
    }
    page.replace(script, `<meta name="docs-script" content="${src}">`);
  }
  const hasBanner = page.find('script').some(({ text }) => text.includes('base-url-issue-banner'));
  const lateWait = bannerWait.replace('DOMContentLoaded', 'docs:scripts-settled');
  if (!page.replaceText(bannerWait, lateWait) && hasBanner) {
    throw new Error('the base-URL banner waits in another way: the framework has changed');
  }
  loader ??= inlineScript('boot/after-first-paint.ts');
  page.append(`<script>${loader}</script>`);
}
