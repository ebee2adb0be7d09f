import type { LanguageFn } from 'highlight.js';

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** Grammars of the languages that programs are written in; one loads when its language is looked at. */
const loaders: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
};

/** The grammars of these languages; one that cannot be fetched is left out, for a program is readable without. */
export async function loadGrammars(
  languages: readonly string[],
): Promise<Readonly<Record<string, LanguageFn>>> {
  const found = await Promise.all(
    languages.map(async (language) => {
      const grammar = await loaders[language]?.().catch(() => undefined);
      return grammar ? [[language, grammar.default] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
