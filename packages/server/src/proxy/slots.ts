export interface SlotLimits {
  /** Calls of all clients at once. */
  readonly all: number;
  /** Calls of one client at once. */
  readonly client: number;
}

/** Counts the calls that are under way, so that slow ones cannot pile up. */
export class Slots {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  constructor(private readonly limits: SlotLimits) {}

  /** Calls under way now. */
  get used(): number {
    return this.total;
  }

  /** @returns whose bound is reached, or the function that gives the slot back, once however often it is called */
  take(client: string): 'all' | 'client' | (() => void) {
    const own = this.byClient.get(client) ?? 0;
    if (own >= this.limits.client) return 'client';
    if (this.total >= this.limits.all) return 'all';
    this.byClient.set(client, own + 1);
    this.total += 1;
    let held = true;
    return () => {
      if (held) this.giveBack(client);
      held = false;
    };
  }

  private giveBack(client: string): void {
    const left = (this.byClient.get(client) ?? 0) - 1;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
    this.total -= 1;
  }
}
