import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import core from 'highlight.js/lib/core';
import { withoutPlainTokens } from './plain-tokens';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  go,
  http,
  ini,
  java,
  javascript,
  json,
  php,
  powershell,
  python,
  ruby,
  rust,
  typescript,
  yaml,
};

const plain = new Set(['text', 'txt', 'plaintext']);

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Makes a function from source text to escaped HTML with `hljs-*` token classes.
 * The function throws for a language it does not know, so that a mistyped fence stops the build.
 */
export function createHighlighter(): (source: string, language: string) => string {
  const instance = core.newInstance();
  for (const [name, grammar] of Object.entries(languages)) instance.registerLanguage(name, grammar);
  return (source, language) => {
    if (plain.has(language)) return escapeHtml(source);
    if (!instance.getLanguage(language)) {
      throw new Error(`a code fence names the unknown language "${language}"`);
    }
    return withoutPlainTokens(instance.highlight(source, { language, ignoreIllegals: true }).value);
  };
}
