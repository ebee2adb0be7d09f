import SearchableMap from 'minisearch/SearchableMap';
import { root, stem } from '../analysis/stem.ts';
import { NearTerms, type NearTerm } from './near-terms.ts';

/** Terms of the index a word stands for, and how well each fits: 1 is the word itself. */
export type Forms = Map<string, number>;

/** How much a form counts, the nearer to what was typed the more. */
const weights = { stem: 0.95, root: 0.6, prefix: 0.85, typo: 0.5 } as const;

/** Terms a word that is not finished may stand for; the shortest are kept. */
const maxPrefixForms = 50;

/** Edits tolerated in a word: readers mistype long words more, and short words have too many neighbours. */
function toleratedEdits(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

function groupBy(terms: Iterable<string>, key: (term: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    const name = key(term);
    const group = groups.get(name);
    if (group) group.push(term);
    else groups.set(name, [term]);
  }
  return groups;
}

/** Terms some edits away as forms of a word; what goes on after its end, with `prefix`, is further. */
function weigh(word: string, terms: readonly NearTerm[], edits: number, prefix: boolean): Forms {
  // One slip in a long word leaves no doubt about what is meant.
  const weight = Math.max(weights.typo / edits, 1 - (3 * edits) / word.length);
  return new Map(
    terms.map(({ term }) => [
      term,
      prefix ? weight * Math.sqrt(word.length / Math.max(term.length, word.length)) : weight,
    ]),
  );
}

/** All terms of an index, and the ways from a typed word to them. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  readonly #pairs: ReadonlySet<string>;
  /** Every term, by its letters. */
  readonly #terms = new SearchableMap<true>();
  readonly #stems: ReadonlyMap<string, readonly string[]>;
  readonly #roots: ReadonlyMap<string, readonly string[]>;
  #near: NearTerms | undefined;

  /** `pairs` are neighbouring words written as one. */
  constructor(words: ReadonlySet<string>, pairs: ReadonlySet<string> = new Set()) {
    this.#words = words;
    this.#pairs = pairs;
    for (const term of words) this.#terms.set(term, true);
    for (const term of pairs) this.#terms.set(term, true);
    const all = new Set([...words, ...pairs]);
    this.#stems = groupBy(all, stem);
    this.#roots = groupBy(all, root);
  }

  /** Whether a word stands somewhere as it is, not only as two words. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** The word and its inflections; empty when the index has none. */
  inflections(word: string): Forms {
    const forms: Forms = new Map();
    for (const term of this.#roots.get(root(word)) ?? []) forms.set(term, weights.root);
    for (const term of this.#stems.get(stem(word)) ?? []) forms.set(term, weights.stem);
    if (this.#terms.has(word)) forms.set(word, 1);
    return forms;
  }

  /** Terms that begin with a word, itself left out. Longer ones are further from what was typed. */
  completions(word: string): Forms {
    // A whole word followed by another is that word, not the beginning of both written as one.
    const isWhole = this.has(word);
    const kept = [...this.#terms.atPrefix(word).keys()]
      .filter((term) => term !== word && !(isWhole && this.#pairs.has(term)))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, maxPrefixForms);
    return new Map(
      kept.map((term) => [term, weights.prefix * Math.sqrt(word.length / term.length)]),
    );
  }

  /** Terms the fewest edits away, as far as that many are tolerated; with `prefix` also what begins like that. */
  corrections(word: string, prefix: boolean): Forms {
    const tolerated = toleratedEdits(word);
    if (tolerated === 0) return new Map();
    this.#near ??= new NearTerms([...this.#terms.keys()].filter((term) => term.length > 2));
    const near = this.#near.of(word, tolerated);
    for (let edits = 1; edits <= tolerated; edits += 1) {
      const whole = near.filter(({ distance }) => distance <= edits);
      if (whole.length > 0) return this.#withInflections(weigh(word, whole, edits, false));
      const begun = prefix ? near.filter(({ begun: distance }) => distance <= edits) : [];
      if (begun.length > 0) return weigh(word, begun, edits, true);
    }
    return new Map();
  }

  #withInflections(forms: Forms): Forms {
    const all: Forms = new Map();
    for (const [term, weight] of forms) {
      for (const [form, fit] of this.inflections(term)) {
        all.set(form, Math.max(weight * fit, all.get(form) ?? 0));
      }
    }
    return all;
  }
}
