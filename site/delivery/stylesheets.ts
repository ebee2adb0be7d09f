import { createHash } from 'node:crypto';

const stylesheetTag = /<link rel="?stylesheet"? href="?([^"\s>]+)"?>/g;

/** Addresses of the stylesheets a page links to. */
export function linkedStylesheets(html: string): string[] {
  return [...html.matchAll(stylesheetTag)].map((match) => match[1] ?? '');
}

/**
 * Address of a stylesheet under a name that follows its content, so that it can be cached forever.
 * @param href address the framework gave it
 */
export function hashedAddress(href: string, css: string): string {
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  return href.replace(/[^/]+$/, `site.${hash}.css`);
}

export interface Sheet {
  /** Rules of the first paint, inlined in the page: the first paint needs no request. */
  readonly firstPaint: string;
  /** Address of all rules, which the page loads after it. */
  readonly address: string;
}

/**
 * Puts the rules a page needs at once into the page, and names the whole stylesheet for `deferred-scripts` to load;
 * readers without scripts load it at once.
 * `data-href` tells the framework's loader that the sheet is present.
 * @throws Error when the page links to no stylesheet
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
 * Asks for the fonts of a page before its styles: a font that is late is not used (`font-display: optional`). The code
 * font is for pages with code.
 * @throws Error when the page has styles that name no font
 */
export function preloadFonts(html: string): string {
  const fonts = [...html.matchAll(fontFace)]
    .filter(([, family = '']) => !family.includes('code') || html.includes('<code'))
    .map(([, , href = '']) => `<link rel=preload href=${href} as=font crossorigin>`);
  if (fonts.length === 0) throw new Error('no font found in the styles of a page');
  return html.replace('<style data-href=', () => `${fonts.join('')}<style data-href=`);
}
