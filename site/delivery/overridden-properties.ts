import postcss, { type Declaration, type Root, type Rule } from 'postcss';

const isTopLevelRule =
  (root: Root) =>
  (node: Root['nodes'][number]): node is Rule =>
    node.type === 'rule' && node.parent === root;

/** Custom properties of a rule, the most of what a theme's rules for the root hold. */
function customProperties(rule: Rule): Declaration[] {
  return rule.nodes.filter(
    (node): node is Declaration =>
      node.type === 'decl' && node.prop.startsWith('--') && !node.important,
  );
}

/**
 * Drops custom properties that a later rule of the same selector sets again: the theme's own values, mostly, which the
 * site replaces. Rules inside at-rules stay as they are.
 * @param css text of a stylesheet
 */
export function withoutOverriddenProperties(css: string): string {
  const root = postcss.parse(css);
  const seen = new Set<string>();
  for (const rule of root.nodes.filter(isTopLevelRule(root)).reverse()) {
    for (const declaration of customProperties(rule).reverse()) {
      const key = `${rule.selector} ${declaration.prop}`;
      if (seen.has(key)) declaration.remove();
      seen.add(key);
    }
    if (rule.nodes.length === 0) rule.remove();
  }
  return root.toString();
}
