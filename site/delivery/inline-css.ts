import { PurgeCSS } from 'purgecss';

/** A word of markup or script that could be part of a class, an id or an attribute. */
const words = (content: string): string[] => content.match(/[A-Za-z0-9_-]+/g) ?? [];

/** The framework hides its base-URL banner by the stylesheet: if styles load, the base URL is right. Here they always do. */
const bannerRule = /#__docusaurus-base-url-issue-banner-container\{display:none\}/;

function withoutBannerRule(css: string): string {
  return css.replace(bannerRule, '');
}

/**
 * Drops the rules of a stylesheet that nothing in the built site can use. Every word of every page and script counts
 * as used, so a class that a script puts together from whole names is safe.
 * @param css text of the stylesheet
 * @param contents text of all pages and scripts
 */
export async function usedCss(css: string, contents: readonly string[]): Promise<string> {
  const raw = [...new Set(contents.flatMap(words))].join(' ');
  const [result] = await new PurgeCSS().purge({
    content: [{ raw, extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: words,
    // Custom properties are read across files and by inline styles; they are cheap.
    variables: false,
    safelist: { greedy: [/data-/] },
  });
  if (!result || result.css.length === 0) throw new Error('no rule of the stylesheet is used');
  return withoutBannerRule(result.css);
}

const stylesheetTag = /<link rel="?stylesheet"? href="?([^"\s>]+)"?>/g;

/** Addresses of the stylesheets a page links to. */
export function linkedStylesheets(html: string): string[] {
  return [...html.matchAll(stylesheetTag)].map((match) => match[1] ?? '');
}

/**
 * Puts the stylesheet into the page: no request stands before the first paint, and none after it changes the layout.
 * `data-href` tells the framework's loader that the sheet is present.
 * @param cssOf text of the stylesheet at an address
 */
export function inlineStylesheets(html: string, cssOf: (href: string) => string): string {
  return html.replaceAll(
    stylesheetTag,
    (_tag, href: string) => `<style data-href="${href}">${cssOf(href)}</style>`,
  );
}
