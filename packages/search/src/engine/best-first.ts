/** Numbers that come out best first: a binary heap. Taking a few of many costs far less than sorting all. */
export class BestFirst {
  readonly #heap: number[];

  /** `before` tells whether the first of two comes out before the second; it may change for those taken out. */
  constructor(
    items: readonly number[],
    private readonly before: (a: number, b: number) => boolean,
  ) {
    this.#heap = [...items];
    for (let place = (items.length >> 1) - 1; place >= 0; place -= 1) this.#sink(place);
  }

  peek(): number | undefined {
    return this.#heap[0];
  }

  push(item: number): void {
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above] ?? 0;
      if (!this.before(item, other)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = item;
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
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      const other = below + 1;
      if (other < heap.length && this.before(heap[other] ?? 0, heap[below] ?? 0)) below = other;
      const best = heap[below] ?? 0;
      if (!this.before(best, item)) break;
      heap[place] = best;
      place = below;
    }
    heap[place] = item;
  }
}
