import { fold } from '../analysis/tokenizer.ts';
import type { Range } from '../types.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { QuerySlots } from './query-slots.ts';
import type { Reading } from './reading.ts';

/** Puts ranges in order and makes one of those that overlap. */
export function merged(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** What is needed to find the words of one query in texts. */
export interface Sought {
  readonly query: ParsedQuery;
  /** With the pieces of names, which stand for themselves where they are shown. */
  readonly slots: QuerySlots;
  /** Terms by number. */
  readonly terms: readonly string[];
  readonly read: (text: string) => Reading;
}

/** Finds the words of a query in any text, in every form they were looked for. */
export function matcher({ query, slots, terms, read }: Sought): (text: string) => Range[] {
  const typed = query.names.find(({ last }) => last)?.whole;
  /** Of a word that begins with what was typed, only that much: readers see how their letters led there. */
  const endOf = (text: string, term: string, { start, end }: Range): number => {
    if (typed === undefined || term === typed || !term.startsWith(typed)) return end;
    const begun = start + typed.length;
    return fold(text.slice(start, begun)) === typed ? begun : end;
  };
  const rangesIn = (text: string): Range[] => {
    const reading = read(text);
    const ranges: Range[] = [];
    for (let token = 0; token < reading.terms.length; token += 1) {
      const number = reading.terms[token] ?? 0;
      if (!slots.isMatch[number]) continue;
      const range = { start: reading.starts[token] ?? 0, end: reading.ends[token] ?? 0 };
      ranges.push({ start: range.start, end: endOf(text, terms[number] ?? '', range) });
    }
    return merged(ranges);
  };
  // Hits of one page share its title and headings.
  const known = new Map<string, Range[]>();
  return (text) => {
    const ranges = known.get(text) ?? rangesIn(text);
    known.set(text, ranges);
    return ranges;
  };
}
