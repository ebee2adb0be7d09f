import { RetryLater } from '../core/errors.ts';

/** Estimated seconds until a transfer ends. */
const soon = 5;

/** Limits transfers in flight, because each keeps bytes in memory. */
export class TransferSlots {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  /** @param limits maximum number in flight: of one client, and in total */
  constructor(
    private readonly kind: 'upload' | 'download' | 'import',
    private readonly limits: { readonly client: number; readonly all: number },
  ) {}

  /**
   * Acquires a slot for a transfer.
   * @returns a function that releases the slot; a second call has no effect
   * @throws RetryLater 429 if the client has reached its limit, 503 if the total limit is reached
   */
  take(client: string): () => void {
    const { kind, limits } = this;
    const own = this.byClient.get(client) ?? 0;
    if (own >= limits.client) {
      const text = `An address can have ${limits.client} ${kind}s in flight. Wait until one of them ends.`;
      throw new RetryLater(429, `sandbox::toomany${kind}s`, text, soon);
    }
    if (this.total >= limits.all) {
      const text = `This sandbox is limited to ${limits.all} ${kind}s at the same time. Try again in a few seconds.`;
      throw new RetryLater(503, `sandbox::toomany${kind}s`, text, soon);
    }
    this.byClient.set(client, own + 1);
    this.total += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.giveBack(client);
      isHeld = false;
    };
  }

  private giveBack(client: string): void {
    const left = (this.byClient.get(client) ?? 0) - 1;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
    this.total -= 1;
  }
}
