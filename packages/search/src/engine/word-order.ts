import type { QuerySlots } from './query-slots.ts';
import type { OrderedWord } from './reading.ts';

/**
 * Share of neighbouring slots of the query that also stand side by side, in their order, in a text: 1 for the whole
 * phrase. Stop words in between do not part them. One slot alone has no order.
 */
export function wordOrder(all: readonly OrderedWord[], { fits, isMatch }: QuerySlots): number {
  if (fits.length < 2) return 0;
  const words = all.filter(({ terms, isStop }) => !isStop || isMatch[terms[0] ?? 0] === 1);
  const stands = (slot: Float64Array, index: number): boolean =>
    words[index]?.terms.some((term) => (slot[term] ?? 0) > 0) ?? false;
  let together = 0;
  for (let slot = 0; slot + 1 < fits.length; slot += 1) {
    const first = fits[slot];
    const next = fits[slot + 1];
    if (!first || !next) continue;
    if (words.some((_, index) => stands(first, index) && stands(next, index + 1))) together += 1;
  }
  return together / (fits.length - 1);
}
