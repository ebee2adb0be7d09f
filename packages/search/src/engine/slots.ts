import { isStopWord } from '../analysis/stop-words.ts';
import { synonymsOf, wordsWithSynonyms } from '../analysis/synonyms.ts';
import { unknownTerm, type TermNumbers } from './collections.ts';
import type { TypedName } from './query.ts';
import { NearTerms, type Forms, type Vocabulary } from './vocabulary.ts';

/** One way to match a slot: a record must contain a form of each word. */
export interface Alternative {
  readonly words: readonly Forms[];
  readonly weight: number;
  /** Whether the words are parts of one name, which the record's own fields must contain. */
  readonly isParts?: boolean;
}

/** A word of the query, or several with a synonym, and all its alternatives. */
export interface Slot {
  readonly alternatives: readonly Alternative[];
  /** Whether it is a stop word, which may be missing. */
  readonly optional: boolean;
  /** Whether it is in code style, which rarely means two words of a heading. */
  readonly isCode: boolean;
  /** Words to search for separately when no record matches the slot. */
  readonly singles: readonly TypedName[];
  /** Number of query names it covers. */
  readonly size: number;
  /** Cache key: equal for slots of the same names. */
  readonly key: string;
}

/** Weights of alternatives relative to the typed word. */
const weights = {
  parts: 0.5,
  unknown: 0.7,
  joined: 0.9,
  same: 0.65,
  synonym: 0.55,
} as const;

/** Maximum number of names in a slot: a synonym has two words, and a code such as `nodenotfound` three. */
const longestPhrase = 3;

/** Minimum length of a word in the middle of a query that is matched as a prefix. */
const minPrefix = 3;

function merge(...all: readonly Forms[]): Forms {
  const merged: Forms = new Map();
  for (const forms of all) {
    for (const [term, weight] of forms) merged.set(term, Math.max(weight, merged.get(term) ?? 0));
  }
  return merged;
}

/** Returns the forms of a word without typo corrections. */
function cleanForms(word: string, last: boolean, vocabulary: Vocabulary): Forms {
  const inflections = vocabulary.inflections(word);
  // A reader who types 404 has not begun to type 4040.
  const isComplete = !last || (/^\p{N}+$/u.test(word) && vocabulary.has(word));
  if (!isComplete) return merge(vocabulary.completions(word), inflections);
  if (inflections.size > 0 || word.length < minPrefix) return inflections;
  return vocabulary.completions(word);
}

function wordForms(word: string, last: boolean, vocabulary: Vocabulary): Forms {
  const clean = cleanForms(word, last, vocabulary);
  if (clean.size === 0) return vocabulary.corrections(word, last);
  // A word that is only a prefix of others may be a typo too: `submitt logs`.
  const isWhole = last || vocabulary.inflections(word).size > 0;
  return isWhole ? clean : merge(clean, vocabulary.corrections(word, false));
}

/** Returns a name as its words, or as its camel case parts. */
function partAlternatives(name: TypedName, found: boolean, vocabulary: Vocabulary): Alternative[] {
  const parts = name.words.length > 1 ? name.words : name.parts;
  const words = parts.map((part, index) =>
    wordForms(part, name.last && index === parts.length - 1, vocabulary),
  );
  if (words.length === 0 || words.some((forms) => forms.size === 0)) return [];
  return [{ words, weight: found ? weights.parts : weights.unknown, isParts: true }];
}

const nearSynonyms = new NearTerms(wordsWithSynonyms);

/** Corrects a word that neither the texts nor the synonyms have to one with synonyms. */
function correctedWords({ words }: TypedName, isFound: boolean): readonly string[] {
  if (isFound || synonymsOf(words).length > 0) return words;
  return words.map((word) => nearSynonyms.nearest(word) ?? word);
}

/** Matches a name as a whole, with typo corrections if it is unknown, and by its parts. */
function nameAlternatives(name: TypedName, vocabulary: Vocabulary): Alternative[] {
  const found = cleanForms(name.whole, name.last, vocabulary).size > 0;
  const whole = wordForms(name.whole, name.last, vocabulary);
  return [
    ...(whole.size > 0 ? [{ words: [whole], weight: 1 }] : []),
    ...partAlternatives(name, found, vocabulary),
    ...synonymAlternatives(correctedWords(name, whole.size > 0), vocabulary),
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

/** Returns alternatives for several names: a synonym of the phrase, or the joined words. */
function phraseAlternatives(names: readonly TypedName[], vocabulary: Vocabulary): Alternative[] {
  const words = names.map(({ whole }) => whole);
  const found = synonymAlternatives(words, vocabulary);
  const joined = words.join('');
  if (vocabulary.has(joined)) {
    found.push({ words: [vocabulary.inflections(joined)], weight: weights.joined });
  }
  return found;
}

/** Requires the words of several names. */
function conjunction(names: readonly TypedName[], vocabulary: Vocabulary): Alternative {
  return { words: names.map((name) => wordForms(name.whole, name.last, vocabulary)), weight: 1 };
}

/** Letters and digits of a word: a text can have a space between them, such as `QoS 2` and `256 KB`. */
const runsOf = (word: string) => word.match(/\p{N}+|\P{N}+/gu) ?? [];

/** Returns the words of a name as separate names, and the parts of a single word. */
function singlesOf(name: TypedName | undefined): TypedName[] {
  if (!name) return [];
  const words = name.words.length > 1 ? name.words : runsOf(name.whole);
  if (words.length < 2) return [];
  return words.map((word, index) => ({
    words: [word],
    parts: [],
    whole: word,
    isCode: false,
    last: name.last && index === words.length - 1,
  }));
}

/** Returns the longest slot at the start of `names`. */
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

/** Joins a word and an adjacent stop word that form a known word, such as `issued at` for `issuedAt`. */
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

/** Groups the names of a query into slots. Stop words come last and are optional, unless there are no other words. */
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

/** Merges the forms of all alternatives of a slot; `withParts` includes parts of names. */
function formsOf(slot: Slot, withParts: boolean): Forms {
  const forms: Forms = new Map();
  for (const { words, weight, isParts = false } of slot.alternatives) {
    if (isParts && !withParts) continue;
    for (const word of words) {
      for (const [term, fit] of word) forms.set(term, Math.max(fit * weight, forms.get(term) ?? 0));
    }
  }
  return forms;
}

/** Returns how well each term matches a slot, by number of the term; parts of names do not count. */
export function fitsOf(slot: Slot, numbers: TermNumbers): Float32Array {
  const fits = new Float32Array(numbers.terms.length);
  for (const [term, fit] of formsOf(slot, false)) fits[numbers.of(term)] = fit;
  fits[unknownTerm] = 0;
  return fits;
}

/** Returns 1 for each term that matches a required slot, including parts of names; by number of the term. */
export function matchedTerms(slots: readonly Slot[], numbers: TermNumbers): Uint8Array {
  const matched = new Uint8Array(numbers.terms.length);
  for (const slot of slots) {
    if (slot.optional) continue;
    for (const term of formsOf(slot, true).keys()) matched[numbers.of(term)] = 1;
  }
  matched[unknownTerm] = 0;
  return matched;
}
