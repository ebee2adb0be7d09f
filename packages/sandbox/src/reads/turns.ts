/**
 * Shares the event loop among long work. Code that works in slices waits for a turn after each, and one turn is given in each
 * iteration of the loop: however many work at once, no more than one slice lies between two looks at the network.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** @param soon runs an action in a later iteration of the event loop */
  constructor(private readonly soon: (action: () => void) => void) {}

  /** Resolves with the caller's turn, after those who have waited longer. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.soon(this.give);
    });
  }

  private readonly give = (): void => {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) this.soon(this.give);
  };
}
