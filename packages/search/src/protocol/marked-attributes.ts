import { highlight } from '../highlight/highlight.ts';
import { snippet } from '../highlight/snippet.ts';
import type { Hit, QueryAnswer } from '../types.ts';
import { covers, leaves, put, type Nested } from './attributes.ts';
import type { Parameters } from './parameters.ts';
import { coversAll, matchedWords } from './query-words.ts';
import { entryFor } from './snippet-entries.ts';

export type MatchLevel = 'none' | 'partial' | 'full';

/** Text of an attribute with the query's words between tags; the text itself is escaped for HTML. */
export interface Highlighted {
  readonly value: string;
  readonly matchLevel: MatchLevel;
  /** Left out where nothing matched, as at the provider. */
  readonly fullyHighlighted?: boolean;
  readonly matchedWords: readonly string[];
}

export interface Snippeted {
  readonly value: string;
  readonly matchLevel: MatchLevel;
}

function levelOf(found: readonly string[], words: readonly string[]): MatchLevel {
  if (found.length === 0) return 'none';
  return found.length === words.length ? 'full' : 'partial';
}

/** Texts of a record by path: levels and content that are null have nothing to mark and are left out. */
const texts = (hit: Hit) =>
  leaves(hit.record).filter(
    (leaf): leaf is readonly [string, string] => typeof leaf[1] === 'string',
  );

/** `_highlightResult` of a hit. */
export function highlightResult(
  hit: Hit,
  { matches }: QueryAnswer,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { highlightPreTag: preTag, highlightPostTag: postTag, attributesToHighlight } = parameters;
  const result: Nested = {};
  for (const [path, text] of texts(hit)) {
    if (!attributesToHighlight.some((pattern) => covers(pattern, path))) continue;
    const ranges = matches(text);
    const found = matchedWords(text, ranges, words);
    put(result, path, {
      value: highlight(text, ranges, { preTag, postTag }),
      matchLevel: levelOf(found, words),
      ...(found.length > 0 && { fullyHighlighted: coversAll(text, ranges) }),
      matchedWords: found,
    } satisfies Highlighted);
  }
  return result;
}

/** `_snippetResult` of a hit. */
export function snippetResult(
  hit: Hit,
  { matches }: QueryAnswer,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { highlightPreTag: preTag, highlightPostTag: postTag } = parameters;
  const result: Nested = {};
  for (const [path, text] of texts(hit)) {
    const entry = entryFor(path, parameters.attributesToSnippet);
    if (!entry) continue;
    const ranges = matches(text);
    put(result, path, {
      value: snippet(text, ranges, {
        words: entry.words,
        ellipsis: parameters.snippetEllipsisText,
        preTag,
        postTag,
      }),
      matchLevel: levelOf(matchedWords(text, ranges, words), words),
    } satisfies Snippeted);
  }
  return result;
}
