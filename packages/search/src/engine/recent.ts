/** Results of a function for its latest keys; the key used longest ago makes room for a new one. */
export class Recent<Value extends object> {
  readonly #kept = new Map<string, Value>();

  constructor(private readonly most: number) {}

  /** The value of a key, made when it is not there. */
  of(key: string, make: () => Value): Value {
    const before = this.#kept.get(key);
    if (before !== undefined) this.#kept.delete(key);
    const value = before ?? make();
    this.#kept.set(key, value);
    if (this.#kept.size > this.most) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return value;
  }
}
