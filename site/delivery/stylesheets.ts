import { createHash } from 'node:crypto';

const stylesheetTag = /<link rel="?stylesheet"? href="?([^"\s>]+)"?>/g;

/** URLs of the stylesheets that a page links to. */
export function linkedStylesheets(html: string): string[] {
  return [...html.matchAll(stylesheetTag)].map((match) => match[1] ?? '');
}

/**
 * URL of a stylesheet with a hash of its content, so that it can be cached forever.
 * @param href URL from the framework
 */
export function hashedAddress(href: string, css: string): string {
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  return href.replace(/[^/]+$/, `site.${hash}.css`);
}

export interface Sheet {
  /** Rules for the first paint, inline in the page, so that it needs no request. */
  readonly firstPaint: string;
  /** URL of the full stylesheet, which the page loads after the first paint. */
  readonly address: string;
}

/**
 * Inlines the rules for the first paint of a page, and lists the full stylesheet for `deferred-scripts`. Without scripts,
 * browsers load it immediately. `data-href` tells the framework's loader that the stylesheet is present.
 * @throws Error if the page links to no stylesheet
 */
export function inlineStylesheets(html: string, sheetOf: (href: string) => Sheet): string {
  if (linkedStylesheets(html).length === 0) {
    throw new Error('no <link rel="stylesheet"> found: the page template has changed');
  }
  return html.replaceAll(stylesheetTag, (_tag, href: string) => {
    const { firstPaint, address } = sheetOf(href);
    const whole = `<noscript><link rel="stylesheet" href="${address}"></noscript>`;
    return `<style data-href="${href}" data-docs-sheet="${address}">${firstPaint}</style>${whole}`;
  });
}

const fontFace =
  /@font-face\s*\{[^}]*font-family:\s*["']?([^;"'}]+)["']?[^}]*url\(["']?([^"')]+\.woff2)["']?\)/g;

/**
 * Preloads the fonts of a page: browsers ignore a font that arrives late (`font-display: optional`). Only pages with code
 * need the code font.
 * @throws Error if the styles of the page name no font
 */
export function preloadFonts(html: string): string {
  const fonts = [...html.matchAll(fontFace)]
    .filter(([, family = '']) => !family.includes('code') || html.includes('<code'))
    .map(([, , href = '']) => `<link rel=preload href=${href} as=font crossorigin>`);
  if (fonts.length === 0) throw new Error('no font found in the styles of a page');
  return html.replace('<style data-href=', () => `${fonts.join('')}<style data-href=`);
}
