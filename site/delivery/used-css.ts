import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** Names that selectors can match in a page, in the form PurgeCSS takes. */
interface Markup {
  readonly tags: string[];
  readonly classes: string[];
  readonly ids: string[];
  readonly attributes: { readonly names: string[]; readonly values: string[] };
  readonly undetermined: string[];
}

const tag = /<([a-zA-Z][^\s>/]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;
const attribute = /([^\s=/"']+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const scripts = /<script[^>]*>[\s\S]*?<\/script>/g;

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

/** Elements, classes, ids and attributes of a page; scripts and text count for nothing. */
export function markupOf(html: string): Markup {
  const tags: string[] = [];
  const values = new Map<string, string[]>();
  for (const [, name = '', rest = ''] of html.replaceAll(scripts, '').matchAll(tag)) {
    tags.push(name.toLowerCase());
    for (const [, key = '', ...forms] of rest.matchAll(attribute)) {
      const list = values.get(key) ?? [];
      list.push(...forms.filter(Boolean).join(' ').split(/\s+/));
      values.set(key, list);
    }
  }
  return {
    // The parser adds these to a page that leaves them out.
    tags: sorted([...tags, 'html', 'head', 'body', 'tbody']),
    classes: sorted(values.get('class') ?? []),
    ids: sorted(values.get('id') ?? []),
    attributes: {
      names: sorted(values.keys()),
      values: sorted([...values.values()].flat()),
    },
    undetermined: [],
  };
}

/**
 * What tells two pages apart for a stylesheet: pages with the same key need the same rules.
 * @param known names the stylesheet mentions; the others make no difference to it
 */
export function styleKey(html: string, known: ReadonlySet<string>): string {
  const { tags, classes } = markupOf(html);
  return [tags, classes, inlineProperties(html)]
    .map((names) => names.filter((name) => known.has(name)).join(' '))
    .join();
}

/** Custom properties that `style` attributes of a page read, such as `--docs-announcement`. */
function inlineProperties(html: string): string[] {
  const styles = markupOf(html).attributes.values.join(' ');
  return sorted([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
}

/** Custom properties of a rule, the most of what a theme's rules for the root hold. */
function customProperties(rule: Rule): Declaration[] {
  return rule.nodes.filter(
    (node): node is Declaration =>
      node.type === 'decl' && node.prop.startsWith('--') && !node.important,
  );
}

/**
 * Drops custom properties that a later rule of the same selector sets again: the theme's own values, mostly, which the
 * site replaces. Rules inside at-rules replace nothing.
 * @param css text of a stylesheet
 */
export function withoutOverriddenProperties(css: string): string {
  const root = postcss.parse(css);
  const seen = new Set<string>();
  const rules: Rule[] = [];
  root.walkRules((rule) => {
    rules.unshift(rule);
  });
  for (const rule of rules) {
    for (const declaration of customProperties(rule).reverse()) {
      const key = `${rule.selector} ${declaration.prop}`;
      if (seen.has(key)) declaration.remove();
      // A rule that always applies also replaces those of earlier at-rules.
      else if (rule.parent === root) seen.add(key);
    }
    if (rule.nodes.length === 0) rule.remove();
  }
  return root.toString();
}

/** A word of markup or script that could be part of a class, an id or an attribute. */
const words = (content: string): string[] => content.match(/[A-Za-z0-9_-]+/g) ?? [];

/** The framework hides its base-URL banner by the stylesheet: if styles load, the base URL is right. Here they always do. */
const bannerRule = /#__docusaurus-base-url-issue-banner-container\{display:none\}/;

/** States that only a reader's hand brings about; the whole stylesheet is there by then. */
const later = [/:hover/, /:active/, /::selection/, /:focus(?!-visible)/];

/** Attributes that scripts set before the first paint: the color mode, the chosen language. And what `early-input` adds. */
const greedy = [/data-/, /early-search/];

/** PurgeCSS drops a selector, also one in `:is()`, that has only these. */
const anyElement = [':is', ':focus-visible'];

async function purge(options: {
  readonly css: string;
  readonly content: string;
  readonly extract: (content: string) => string[] | Markup;
  readonly variables: boolean;
  readonly blocklist?: RegExp[];
  /** Pseudo-classes that are kept without a name. */
  readonly states?: readonly string[];
}): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: options.content, extension: 'html' }],
    css: [{ raw: options.css }],
    defaultExtractor: options.extract,
    variables: options.variables,
    blocklist: options.blocklist ?? [],
    safelist: { greedy, standard: [...anyElement, ...(options.states ?? [])] },
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
  const result = await purge({
    css,
    content,
    extract: words,
    variables: false,
    states: [':hover', ':active', ':disabled'],
  });
  return result.replace(bannerRule, '');
}

/** At-rules that style no first paint on a screen. Readers without scripts load the whole stylesheet before it. */
const lateAtRule = /^(?:(?:-\w+-)?keyframes |page |media (?:print|\(scripting: ?none\)))/;

/**
 * The open menu of a page, the close button that callouts could have, the arrow of the hidden button "Back to top", and states
 * that only scripts bring about.
 */
const lateRule =
  /^(?:\.copy-page\[open\]|\.alert \.close|\.backToTopButton\S*:after|::highlight|[^,]*\[data-(?:collapsed|offline)[^,]*$)/;

/**
 * Drops what a page's first paint does not need: rules for paper and animations, rules for parts that are not shown yet,
 * which PurgeCSS would keep, and transitions, which would animate the change from these rules to the whole stylesheet.
 * @param css text of a stylesheet
 */
export function withoutLateRules(css: string): string {
  const root = postcss.parse(css);
  root.walkAtRules((rule) => {
    if (lateAtRule.test(`${rule.name} ${rule.params}`)) rule.remove();
  });
  root.walkRules(lateRule, (rule) => {
    rule.remove();
  });
  root.walkDecls(/^(?:-webkit-)?transition(?:-|$)/, (declaration) => {
    declaration.remove();
  });
  return root.toString();
}

/** Drops the `@font-face` rules of a stylesheet. */
export function withoutFonts(css: string): string {
  const root = postcss.parse(css);
  root.walkAtRules('font-face', (rule) => {
    rule.remove();
  });
  return root.toString();
}

/** Drops rules that have lost all their declarations, and at-rules that have lost all their rules. */
function withoutEmptyRules(css: string): string {
  const root = postcss.parse(css);
  const removeIfEmpty = (node: Rule | AtRule) => {
    if (node.nodes?.length === 0) node.remove();
  };
  root.walkRules(removeIfEmpty);
  root.walkAtRules(removeIfEmpty);
  return root.toString();
}

/**
 * Keeps the rules that style a page before any script changes it: what its first paint needs.
 * @param css text of the stylesheet
 * @param html one page
 */
export async function firstPaintCss(css: string, html: string): Promise<string> {
  const markup = markupOf(html);
  const screen = withoutOverriddenProperties(withoutLateRules(css));
  // PurgeCSS does not see which custom properties `style` attributes read: a rule reads them in their place.
  const values = inlineProperties(html).map((name) => `var(${name})`);
  const inlineStyles = values.length === 0 ? '' : `html{content:${values.join(' ')}}`;
  const rules = await purge({
    css: screen + inlineStyles,
    content: html,
    extract: () => markup,
    variables: true,
    blocklist: later,
  });
  if (!rules.endsWith(inlineStyles)) throw new Error('PurgeCSS has changed the order of rules');
  return withoutEmptyRules(rules.slice(0, rules.length - inlineStyles.length));
}
