/** Tokens that look like the text around them: their elements would weigh on every page and show nothing. */
const plain = new Set([
  'built_in',
  'function',
  'operator',
  'params',
  'property',
  'punctuation',
  'subst',
  'variable',
]);

const tags = /<span class="hljs-([a-z_]+)[^"]*">|<\/span>/g;

/** Highlighted source without the elements of plain tokens, whose content stays, and without classes that nothing styles. */
export function withoutPlainTokens(html: string): string {
  const open: boolean[] = [];
  return html.replaceAll(tags, (tag, name: string | undefined) => {
    if (name !== undefined) {
      const kept = !plain.has(name);
      open.push(kept);
      return kept ? `<span class="hljs-${name}">` : '';
    }
    return open.pop() === false ? '' : tag;
  });
}
