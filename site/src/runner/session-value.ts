/** A value of one tab, forgotten when the tab closes; in memory alone where the browser keeps nothing. */
export class SessionValue<T> {
  private memory: string | null = null;

  constructor(
    private readonly key: string,
    private readonly isValid: (value: unknown) => value is T,
    private readonly fallback: T,
  ) {}

  read(): T {
    try {
      const value: unknown = JSON.parse(this.stored() ?? 'null');
      return this.isValid(value) ? value : this.fallback;
    } catch {
      return this.fallback;
    }
  }

  write(value: T): void {
    this.memory = JSON.stringify(value);
    try {
      sessionStorage.setItem(this.key, this.memory);
    } catch {
      // Full or forbidden: it holds until the page is left.
    }
  }

  private stored(): string | null {
    try {
      return sessionStorage.getItem(this.key) ?? this.memory;
    } catch {
      return this.memory;
    }
  }
}
