import { isStopWord } from '../analysis/stop-words.ts';
import { synonymsOf } from '../analysis/synonyms.ts';
import type { TypedName } from './parse-query.ts';
import type { Forms, Vocabulary } from './vocabulary.ts';

/** One way to satisfy a slot: a form of each of these words must stand in the record. */
export interface Alternative {
  readonly words: readonly Forms[];
  readonly weight: number;
  /** The words are pieces of one name, and must stand in the record itself. */
  readonly pieces?: boolean;
}

/** A word of the query, or several that a synonym stands for, with everything that satisfies it. */
export interface Slot {
  readonly alternatives: readonly Alternative[];
  /** A stop word: it may be missing. */
  readonly optional: boolean;
  /** Typed as names in programs are, so two words of a heading are hardly meant. */
  readonly isCode: boolean;
  /** Words to look for one by one when no record satisfies the slot. */
  readonly singles: readonly TypedName[];
  /** Number of names of the query it covers. */
  readonly size: number;
  /** The same for slots of the same names. */
  readonly key: string;
}

/** How much an alternative counts against the word as typed. */
const weights = { pieces: 0.5, unknown: 0.7, joined: 0.9, same: 0.9, synonym: 0.55 } as const;

/** Names that may stand for one thing: a synonym has two words, and a code such as `nodenotfound` three. */
const longestPhrase = 3;

/** Letters after which a word in the middle of a query may be unfinished too. */
const minPrefix = 3;

function merge(...all: readonly Forms[]): Forms {
  const merged: Forms = new Map();
  for (const forms of all) {
    for (const [term, weight] of forms) merged.set(term, Math.max(weight, merged.get(term) ?? 0));
  }
  return merged;
}

/** Forms of a word without typos. */
function cleanForms(word: string, last: boolean, vocabulary: Vocabulary): Forms {
  const inflections = vocabulary.inflections(word);
  if (last) return merge(vocabulary.completions(word), inflections);
  if (inflections.size > 0 || word.length < minPrefix) return inflections;
  return vocabulary.completions(word);
}

function wordForms(word: string, last: boolean, vocabulary: Vocabulary): Forms {
  const clean = cleanForms(word, last, vocabulary);
  if (clean.size === 0) return vocabulary.corrections(word, last);
  // A whole word that only begins others may be a slip as well: `submitt logs`.
  const isWhole = last || vocabulary.inflections(word).size > 0;
  return isWhole ? clean : merge(clean, vocabulary.corrections(word, false));
}

/** A name as its words, or as the parts of its camel case. */
function pieceAlternatives(name: TypedName, found: boolean, vocabulary: Vocabulary): Alternative[] {
  const pieces = name.words.length > 1 ? name.words : name.parts;
  const words = pieces.map((isPart, index) =>
    wordForms(isPart, name.last && index === pieces.length - 1, vocabulary),
  );
  if (words.length === 0 || words.some((forms) => forms.size === 0)) return [];
  return [{ words, weight: found ? weights.pieces : weights.unknown, pieces: true }];
}

/** A name is looked for whole, with typos where it is not known, and in pieces. */
function nameAlternatives(name: TypedName, vocabulary: Vocabulary): Alternative[] {
  const found = cleanForms(name.whole, name.last, vocabulary).size > 0;
  const whole = wordForms(name.whole, name.last, vocabulary);
  return [
    ...(whole.size > 0 ? [{ words: [whole], weight: 1 }] : []),
    ...pieceAlternatives(name, found, vocabulary),
    ...synonymAlternatives(name.words, vocabulary),
  ];
}

function synonymAlternatives(words: readonly string[], vocabulary: Vocabulary): Alternative[] {
  return synonymsOf(words).map((synonym) => ({
    words: synonym.words
      .filter((word) => !isStopWord(word))
      .map((word) => vocabulary.inflections(word)),
    weight: synonym.same ? weights.same : weights.synonym,
  }));
}

/** Alternatives for several names at once: a synonym of the phrase, or the words written as one. */
function phraseAlternatives(names: readonly TypedName[], vocabulary: Vocabulary): Alternative[] {
  const words = names.map(({ whole }) => whole);
  const found = synonymAlternatives(words, vocabulary);
  const joined = words.join('');
  if (vocabulary.has(joined)) {
    found.push({ words: [vocabulary.inflections(joined)], weight: weights.joined });
  }
  return found;
}

/** The words of several names, all needed. */
function conjunction(names: readonly TypedName[], vocabulary: Vocabulary): Alternative {
  return { words: names.map((name) => wordForms(name.whole, name.last, vocabulary)), weight: 1 };
}

/** The words of a name as names of their own. */
function singlesOf(name: TypedName | undefined): TypedName[] {
  if (!name || name.words.length < 2) return [];
  return name.words.map((word, index) => ({
    words: [word],
    parts: [],
    whole: word,
    isCode: false,
    last: name.last && index === name.words.length - 1,
  }));
}

/** The longest slot that begins with the first of `names`. */
function firstSlot(names: readonly TypedName[], vocabulary: Vocabulary): Slot {
  for (let size = Math.min(longestPhrase, names.length); size > 1; size -= 1) {
    const phrase = names.slice(0, size);
    const found = phraseAlternatives(phrase, vocabulary);
    if (found.length > 0) {
      const alternatives = [conjunction(phrase, vocabulary), ...found];
      const key = JSON.stringify(phrase);
      return { alternatives, optional: false, isCode: false, singles: [], size, key };
    }
  }
  const [first] = names;
  const alternatives = first ? nameAlternatives(first, vocabulary) : [];
  const isCode = first?.isCode ?? false;
  const key = JSON.stringify(first);
  return { alternatives, optional: false, isCode, singles: singlesOf(first), size: 1, key };
}

function slotsInOrder(names: readonly TypedName[], vocabulary: Vocabulary): Slot[] {
  const slots: Slot[] = [];
  for (let index = 0; index < names.length;) {
    const slot = firstSlot(names.slice(index), vocabulary);
    slots.push(slot);
    index += slot.size;
  }
  return slots;
}

/** A name for a word and a stop word beside it that stand for one, such as `issued at` for `issuedAt`. */
function withJoinedStopWords(names: readonly TypedName[], vocabulary: Vocabulary): TypedName[] {
  const joined: TypedName[] = [];
  for (const name of names) {
    const before = joined.at(-1);
    const whole = (before?.whole ?? '') + name.whole;
    if (
      before &&
      isStopWord(before.whole) !== isStopWord(name.whole) &&
      !isStopWord(whole) &&
      vocabulary.has(whole)
    ) {
      joined[joined.length - 1] = { ...name, words: [...before.words, ...name.words], whole };
    } else {
      joined.push(name);
    }
  }
  return joined;
}

/** Groups the names of a query into slots. Stop words come last and may be missing, unless there is nothing else. */
export function slotsOf(typed: readonly TypedName[], vocabulary: Vocabulary): Slot[] {
  const names = withJoinedStopWords(typed, vocabulary);
  const isStop = ({ whole }: TypedName) => isStopWord(whole);
  const needed = names.filter((name) => !isStop(name));
  if (needed.length === 0) return slotsInOrder(names, vocabulary);
  const others = slotsInOrder(names.filter(isStop), vocabulary);
  return [
    ...slotsInOrder(needed, vocabulary),
    ...others.map((slot) => ({ ...slot, optional: true })),
  ];
}
