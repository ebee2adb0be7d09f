import { PurgeCSS } from 'purgecss';
import { markupOf, type Markup } from './markup';
import { withoutOverriddenProperties } from './overridden-properties';

/** A word of markup or script that could be part of a class, an id or an attribute. */
const words = (content: string): string[] => content.match(/[A-Za-z0-9_-]+/g) ?? [];

/** The framework hides its base-URL banner by the stylesheet: if styles load, the base URL is right. Here they always do. */
const bannerRule = /#__docusaurus-base-url-issue-banner-container\{display:none\}/;

/** States that only a reader's hand brings about; the whole stylesheet is there by then. */
const later = [/:hover/, /:active/, /::selection/, /:focus(?!-visible)/];

/** Attributes that scripts set before the first paint: the colour mode, the chosen language. */
const safelist = { greedy: [/data-/] };

async function purge(options: {
  readonly css: string;
  readonly content: string;
  readonly extract: (content: string) => string[] | Markup;
  readonly variables: boolean;
  readonly blocklist?: RegExp[];
}): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: options.content, extension: 'html' }],
    css: [{ raw: options.css }],
    defaultExtractor: options.extract,
    variables: options.variables,
    blocklist: options.blocklist ?? [],
    safelist,
  });
  if (!result || result.css.length === 0) throw new Error('no rule of the stylesheet is used');
  return result.css;
}

/**
 * Drops the rules of a stylesheet that nothing in the built site can use. Every word of every page and script counts
 * as used, so a class that a script puts together from whole names is safe.
 * @param css text of the stylesheet
 * @param contents text of all pages and scripts
 */
export async function usedCss(css: string, contents: readonly string[]): Promise<string> {
  const content = [...new Set(contents.flatMap(words))].join(' ');
  // Custom properties are read across files and by inline styles; they are cheap.
  const result = await purge({ css, content, extract: words, variables: false });
  return result.replace(bannerRule, '');
}

const transition = /(?:-webkit-)?transition[a-z-]*:[^;}]*;?/g;

/** A stylesheet without the blocks of an at-rule, such as `@media print`. */
export function withoutAtRule(css: string, head: string): string {
  const start = css.indexOf(head);
  if (start < 0) return css;
  let end = css.indexOf('{', start) + 1;
  for (let depth = 1; depth > 0 && end < css.length; end += 1) {
    if (css[end] === '{') depth += 1;
    if (css[end] === '}') depth -= 1;
  }
  return css.slice(0, start) + withoutAtRule(css.slice(end), head);
}

/**
 * Keeps the rules that style a page as it stands, before any script changes it: what its first paint needs.
 * @param css text of the stylesheet
 * @param html one page
 */
export async function firstPaintCss(css: string, html: string): Promise<string> {
  const markup = markupOf(html);
  // Readers without scripts load the whole stylesheet before the first paint.
  const late = ['@media print', '@keyframes', '@media (scripting:none)'];
  const screen = withoutOverriddenProperties(late.reduce(withoutAtRule, css));
  const rules = await purge({
    css: screen,
    content: html,
    extract: () => markup,
    variables: true,
    blocklist: later,
  });
  return rules.replaceAll(transition, '');
}
