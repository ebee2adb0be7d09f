/** An LRU cache. Written here because a library would be several times as large in the page's search worker. */
export class LruCache<Value extends object> {
  readonly #entries = new Map<string, Value>();

  constructor(private readonly maxSize: number) {}

  /** Returns the value of a key, and creates it when it is not cached. */
  getOrCreate(key: string, create: () => Value): Value {
    const cached = this.#entries.get(key);
    if (cached !== undefined) this.#entries.delete(key);
    const value = cached ?? create();
    this.#entries.set(key, value);
    if (this.#entries.size > this.maxSize) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return value;
  }
}

/** A priority queue of numbers (binary heap). Taking a few of many costs far less than sorting all. */
export class PriorityQueue {
  readonly #heap: number[];

  /** @param before whether the first of two items comes out first; the order of items outside the queue may change */
  constructor(
    items: readonly number[],
    private readonly before: (a: number, b: number) => boolean,
  ) {
    this.#heap = [...items];
    for (let index = (items.length >> 1) - 1; index >= 0; index -= 1) this.#sink(index);
  }

  peek(): number | undefined {
    return this.#heap[0];
  }

  push(item: number): void {
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const other = heap[parent] ?? 0;
      if (!this.before(item, other)) break;
      heap[index] = other;
      index = parent;
    }
    heap[index] = item;
  }

  pop(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    heap[0] = last;
    this.#sink(0);
    return first;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const item = heap[from] ?? 0;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const other = child + 1;
      if (other < heap.length && this.before(heap[other] ?? 0, heap[child] ?? 0)) child = other;
      const best = heap[child] ?? 0;
      if (!this.before(best, item)) break;
      heap[index] = best;
      index = child;
    }
    heap[index] = item;
  }
}

/** Members by group, in two arrays: the members of group `g` are at `starts[g]` to `starts[g + 1]`. */
export interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** Groups the indexes of a list by their value, in ascending order within a group. */
export function groupIndexes(
  groupOf: ArrayLike<number> & Iterable<number>,
  groupCount: number,
): Groups {
  const starts = new Int32Array(groupCount + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice();
  const members = new Int32Array(groupOf.length);
  for (let index = 0; index < groupOf.length; index += 1) {
    const group = groupOf[index] ?? 0;
    const free = next[group] ?? 0;
    members[free] = index;
    next[group] = free + 1;
  }
  return { starts, members };
}

/** The number of terms that are not in the index. */
export const unknownTerm = 0;

/** Numbers the terms of an index, from 1 in order of occurrence. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  readonly terms: string[] = [''];

  /** Returns the number of a term; a new term gets the next number. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const next = this.terms.length;
    this.#numbers.set(term, next);
    this.terms.push(term);
    return next;
  }

  /** Returns the number of a term, or `unknownTerm`. */
  of(term: string): number {
    return this.#numbers.get(term) ?? unknownTerm;
  }
}
