import type { Slot } from './slots.ts';
import { unknownTerm, type TermNumbers } from './term-numbers.ts';
import type { Forms } from './vocabulary.ts';

/** Everything a slot is found by, as one. Unless `withPieces`, those of a name do not stand for it. */
export function formsOf(slot: Slot, withPieces: boolean): Forms {
  const forms: Forms = new Map();
  for (const { words, weight, pieces = false } of slot.alternatives) {
    if (pieces && !withPieces) continue;
    for (const word of words) {
      for (const [term, fit] of word) forms.set(term, Math.max(fit * weight, forms.get(term) ?? 0));
    }
  }
  return forms;
}

/** The needed slots of a query by numbers of terms, to compare texts with. */
export interface QuerySlots {
  /** For each slot, how well each term fits it. */
  readonly fits: readonly Float64Array[];
  /** Terms that fit any slot. */
  readonly isMatch: Uint8Array;
}

export function querySlots(
  slots: readonly Slot[],
  numbers: TermNumbers,
  withPieces: boolean,
): QuerySlots {
  const size = numbers.terms.length;
  const isMatch = new Uint8Array(size);
  const fits = slots
    .filter(({ optional }) => !optional)
    .map((slot) => {
      const own = new Float64Array(size);
      for (const [term, fit] of formsOf(slot, withPieces)) {
        const number = numbers.of(term);
        if (number === unknownTerm) continue;
        own[number] = fit;
        isMatch[number] = 1;
      }
      return own;
    });
  return { fits, isMatch };
}
