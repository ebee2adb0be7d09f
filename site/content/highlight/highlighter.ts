import type { LanguageFn } from 'highlight.js';
import core from 'highlight.js/lib/core';

/** Tokens without a style: their elements would add to every page without effect. */
const unstyled = new Set([
  'built_in',
  'function',
  'operator',
  'params',
  'property',
  'punctuation',
  'subst',
  'variable',
]);

const tags = /<span class="hljs-([a-z_-]+)[^"]*">|<\/span>/g;

/** Removes the elements of unstyled tokens, but not their content, and classes without a style. */
export function withoutPlainTokens(html: string): string {
  const open: boolean[] = [];
  return html.replaceAll(tags, (tag, name: string | undefined) => {
    if (name !== undefined) {
      const kept = !unstyled.has(name);
      open.push(kept);
      return kept ? `<span class="hljs-${name}">` : '';
    }
    return open.pop() === false ? '' : tag;
  });
}

const plain = new Set(['text', 'txt', 'plaintext']);

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The grammar with interpolated C# 11 raw strings (`$$"""`), which highlight.js 11 treats as code. */
function withRawInterpolation(grammar: LanguageFn): LanguageFn {
  return (hljs) => {
    const language = grammar(hljs);
    const raw = { className: 'string', begin: /\$+"{3}("*)(?!")(.|\n)*?"{3}\1/ };
    return { ...language, contains: [raw, ...language.contains] };
  };
}

/**
 * Creates a function from source text to escaped HTML with `hljs-*` token classes.
 * The function throws for an unknown language, so that a mistyped fence fails the build.
 */
export function createHighlighter(
  grammars: Readonly<Record<string, LanguageFn>>,
): (source: string, language: string) => string {
  const instance = core.newInstance();
  for (const [name, grammar] of Object.entries(grammars)) {
    instance.registerLanguage(name, name === 'csharp' ? withRawInterpolation(grammar) : grammar);
  }
  return (source, language) => {
    if (plain.has(language)) return escapeHtml(source);
    if (!instance.getLanguage(language)) {
      throw new Error(`a code fence has the unknown language "${language}"`);
    }
    return withoutPlainTokens(instance.highlight(source, { language, ignoreIllegals: true }).value);
  };
}
