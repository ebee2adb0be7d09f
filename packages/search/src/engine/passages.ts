import type { Corpus, FieldName, Passages } from './corpus.ts';

/** Parameters of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */
interface Bm25 {
  /** Sum of the matches that gives half the score, in a passage of mean length. */
  readonly half: number;
  /** Share of the length that counts: 0 ignores it. */
  readonly length: number;
}

/** Returns the length of each passage relative to the mean: its characters, weighted by field. */
function relativeLengths(
  corpus: Corpus,
  { of, count }: Passages,
  weights: Readonly<Partial<Record<FieldName, number>>>,
): Float64Array {
  const lengths = new Float64Array(count);
  let total = 0;
  for (let entry = 0; entry < corpus.size; entry += 1) {
    // An entry of a phrase repeats the title or heading of its record.
    const fields = corpus.isPhrase(entry) ? (['keywords'] as const) : ownFields;
    for (const field of fields) {
      const length = corpus.text(entry, field).length * (weights[field] ?? 0);
      const passage = of[entry] ?? 0;
      lengths[passage] = (lengths[passage] ?? 0) + length;
      total += length;
    }
  }
  return lengths.map((length) => (length * count) / total);
}

const ownFields = ['title', 'heading', 'name', 'text'] as const;

/**
 * Scores passages, sections or pages, as a whole: the words of a question are often in several texts of the section that is
 * about it.
 */
export class PassageScorer {
  /** Sum of the matches that gives half the score, by passage. */
  readonly #halves: Float64Array;

  /** @param weights weight of each field of a record */
  constructor(
    private readonly corpus: Corpus,
    private readonly passages: Passages,
    { half, length }: Bm25,
    weights: Readonly<Partial<Record<FieldName, number>>>,
  ) {
    this.#halves = relativeLengths(corpus, passages, weights).map(
      (relative) => half * (1 - length + length * relative),
    );
  }

  /**
   * Returns the BM25 score of each passage for a slot, 0 to 1, before its inverse document frequency.
   * @param matches entries that match; `own` has their scores
   */
  scores(matches: readonly number[], own: Float32Array): Float32Array {
    const { recordOf } = this.corpus;
    const scores = new Float32Array(this.passages.count);
    for (const entry of matches) {
      const score = own[entry] ?? 0;
      // A phrase counts only if it matches better than the headline that it repeats.
      if (this.corpus.isPhrase(entry) && score <= (own[recordOf[entry] ?? 0] ?? 0)) continue;
      const passage = this.passages.of[entry] ?? 0;
      scores[passage] = (scores[passage] ?? 0) + score;
    }
    for (let passage = 0; passage < scores.length; passage += 1) {
      const sum = scores[passage] ?? 0;
      if (sum > 0) scores[passage] = sum / (sum + (this.#halves[passage] ?? 0));
    }
    return scores;
  }
}
