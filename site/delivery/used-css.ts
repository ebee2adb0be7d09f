import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { PurgeCSS } from 'purgecss';
import { pictureClass, pictureProperties } from '../content/greenhouse/pictures';
import type { HtmlFile } from './html-file';

/** Names in a page that selectors can match, in the format of PurgeCSS. */
export interface Markup {
  readonly tags: string[];
  readonly classes: string[];
  readonly ids: string[];
  readonly attributes: { readonly names: string[]; readonly values: string[] };
  readonly undetermined: string[];
}

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

/** Elements, classes, ids and attributes of a page. */
export function markupOf({ elements }: HtmlFile): Markup {
  const values = (name: string) =>
    elements.flatMap(({ attributes }) => attributes.get(name)?.split(/\s+/).filter(Boolean) ?? []);
  const names = sorted(elements.flatMap(({ attributes }) => [...attributes.keys()]));
  return {
    // The parser adds these if a page omits them.
    tags: sorted([...elements.map(({ name }) => name), 'html', 'head', 'body', 'tbody']),
    classes: sorted(values('class')),
    ids: sorted(values('id')),
    attributes: { names, values: sorted(names.flatMap(values)) },
    undetermined: [],
  };
}

/**
 * Identifies the rules that a page needs: pages with the same key need the same rules.
 * @param markup of the page
 * @param known names in the stylesheet; others do not matter
 */
export function styleKey(markup: Markup, known: ReadonlySet<string>): string {
  const { tags, classes } = markup;
  return [tags, classes, inlineProperties(markup)]
    .map((names) => names.filter((name) => known.has(name)).join(' '))
    .join();
}

/** Custom properties that `style` attributes of a page read or set, such as `--docs-announcement`. */
function inlineProperties({ attributes }: Markup): string[] {
  return sorted(attributes.values.join(' ').match(/(?<![\w-])--[\w-]+/g) ?? []);
}

/** Custom properties that what a page shows reads, besides its rules: its `style` attributes, and the drawing of its picture. */
const propertiesReadBy = (markup: Markup): string[] => [
  ...inlineProperties(markup),
  ...(markup.classes.includes(pictureClass) ? pictureProperties : []),
];

/** Custom properties of a rule. */
function customProperties(rule: Rule): Declaration[] {
  return rule.nodes.filter(
    (node): node is Declaration =>
      node.type === 'decl' && node.prop.startsWith('--') && !node.important,
  );
}

/**
 * Removes custom properties that a later rule with the same selector sets again: mostly values of the theme that the site
 * replaces. Rules inside at-rules replace nothing.
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

/**
 * Replaces `var()` by the value if a stylesheet sets the custom property once, in `:root`, from constants. Elements get the same
 * styles from fewer bytes.
 * @param css text of a minified stylesheet
 * @param kept custom properties that others read or set
 */
export function withConstants(css: string, kept: readonly string[]): string {
  const root = postcss.parse(css);
  const declarations = new Map<string, Declaration[]>();
  root.walkDecls(/^--/, (declaration) => {
    declarations.set(declaration.prop, [
      ...(declarations.get(declaration.prop) ?? []),
      declaration,
    ]);
  });
  const constants = new Map<string, string>();
  // A minified value can continue right after the parenthesis: `var(--a)0`.
  const resolved = (value: string) =>
    value.replaceAll(/var\((--[\w-]+)\)(?=([\w.#"-])?)/g, (read, name: string, next?: string) => {
      const constant = constants.get(name);
      return constant === undefined ? read : `${constant}${next === undefined ? '' : ' '}`;
    });
  for (let known = -1; known < constants.size;) {
    known = constants.size;
    for (const [name, [only, ...others]] of declarations) {
      if (!only || others.length > 0 || kept.includes(name) || only.important) continue;
      // A fallback stays in place, and reads the property.
      if (css.includes(`var(${name},`)) continue;
      const isGlobal = only.parent?.type === 'rule' && only.parent.parent === root;
      const value = resolved(only.value);
      if (isGlobal && (only.parent as Rule).selector === ':root' && !value.includes('var(')) {
        constants.set(name, value);
      }
    }
  }
  root.walkDecls((declaration) => {
    if (constants.has(declaration.prop)) declaration.remove();
    else declaration.value = resolved(declaration.value);
  });
  return root.toString();
}

/** A word of markup or script that could be part of a class, an id or an attribute. */
const words = (content: string): string[] => content.match(/[A-Za-z0-9_-]+/g) ?? [];

/** The framework hides its base-URL banner with the stylesheet: if it loads, the base URL is correct. Inline styles always load. */
const bannerRule = /#__docusaurus-base-url-issue-banner-container\{display:none\}/;

/** States that need user input. The full stylesheet has loaded by then. */
const later = [/:hover/, /:active/, /::selection/, /:focus(?!-visible)/];

/** Attributes that scripts set before the first paint: the color mode, the selected language, and those of `early-input`. */
const greedy = [/data-/, /early-search/];

/** PurgeCSS removes a selector that has only these, even inside `:is()`. */
const anyElement = [':is', ':focus-visible'];

async function purge(options: {
  readonly css: string;
  readonly content: string;
  readonly extract: (content: string) => string[] | Markup;
  readonly variables: boolean;
  readonly blocklist?: RegExp[];
  /** Pseudo-classes to keep in selectors without a name. */
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
 * Removes the rules of a stylesheet that nothing in the built site can use. Every word of every page and script counts
 * as used, so a class that a script builds from whole words is kept.
 * @param css text of the stylesheet
 * @param contents text of all pages and scripts
 */
export async function usedCss(css: string, contents: readonly string[]): Promise<string> {
  const content = [...new Set(contents.flatMap(words))].join(' ');
  // Other files and inline styles read custom properties, and they are small.
  const result = await purge({
    css,
    content,
    extract: words,
    variables: false,
    states: [':hover', ':active', ':disabled'],
  });
  return result.replace(bannerRule, '');
}

/**
 * At-rules that do not affect the first paint on a screen. Without scripts, browsers load the full stylesheet before it. In forced
 * colors, text is legible without the lines that these rules add.
 */
const lateAtRule =
  /^(?:(?:-\w+-)?keyframes |page |media (?:print|\((?:scripting: ?none|forced-colors: ?active)\)))/;

/**
 * The open menu of a page, the close button that callouts could have, the arrow of the hidden button "Back to top", and states
 * that only scripts set.
 */
const lateRule =
  /^(?:\.copy-page\[open\]|\.alert \.close|\.backToTopButton\S*:after|\.samples code::highlight|[^,]*\[data-(?:collapsed|offline)[^,]*$)/;

/**
 * Removes rules that the first paint of a page does not need: those for print and animations, those of hidden parts, which
 * PurgeCSS would keep, and transitions, which would animate the change from these rules to the full stylesheet.
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

/** Separates the `@font-face` rules of a stylesheet from its other rules. */
export function splitFonts(css: string): { readonly fonts: string; readonly others: string } {
  const root = postcss.parse(css);
  let fonts = '';
  root.walkAtRules('font-face', (rule) => {
    fonts += rule.toString();
    rule.remove();
  });
  return { fonts, others: root.toString() };
}

/** Removes rules without declarations, and at-rules without rules. */
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
 * Returns the rules that a page needs before scripts change it, for its first paint.
 * @param css text of the stylesheet
 * @param markup of one page
 */
export async function firstPaintCss(css: string, markup: Markup): Promise<string> {
  const screen = withoutOverriddenProperties(withoutLateRules(css));
  // PurgeCSS ignores custom properties that no rule reads, so a rule reads these.
  const properties = propertiesReadBy(markup);
  const values = properties.map((name) => `var(${name})`);
  const inlineStyles = values.length === 0 ? '' : `html{content:${values.join(' ')}}`;
  const rules = await purge({
    css: screen + inlineStyles,
    // The names come from `markup`.
    content: 'page',
    extract: () => markup,
    variables: true,
    blocklist: later,
  });
  if (!rules.endsWith(inlineStyles)) throw new Error('PurgeCSS has changed the order of rules');
  const needed = rules.slice(0, rules.length - inlineStyles.length);
  return withoutEmptyRules(withConstants(needed, properties));
}
