import core from 'highlight.js/lib/core';
import type { LanguageFn } from 'highlight.js';
import { withoutPlainTokens } from './plain-tokens';

const plain = new Set(['text', 'txt', 'plaintext']);

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Makes a function from source text to escaped HTML with `hljs-*` token classes.
 * The function throws for a language it does not know, so that a mistyped fence stops the build.
 */
export function createHighlighter(
  grammars: Readonly<Record<string, LanguageFn>>,
): (source: string, language: string) => string {
  const instance = core.newInstance();
  for (const [name, grammar] of Object.entries(grammars)) instance.registerLanguage(name, grammar);
  return (source, language) => {
    if (plain.has(language)) return escapeHtml(source);
    if (!instance.getLanguage(language)) {
      throw new Error(`a code fence names the unknown language "${language}"`);
    }
    return withoutPlainTokens(instance.highlight(source, { language, ignoreIllegals: true }).value);
  };
}
