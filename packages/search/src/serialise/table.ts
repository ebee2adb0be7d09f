/** Texts by number, each kept once. Number 0 is `null`. */
export class Table {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string | null): number {
    if (text === null) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.texts.push(text);
    this.#numbers.set(text, this.texts.length);
    return this.texts.length;
  }
}

export function textAt(texts: readonly string[], number: number | undefined): string | null {
  return number === undefined ? null : (texts[number - 1] ?? null);
}

/** Each value as its difference from the one before: columns of numbers that rise or stay become short and alike. */
export function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

export function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
