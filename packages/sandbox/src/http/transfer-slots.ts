import { RetryLater } from '../core/store-failure.ts';

/** Seconds after which a transfer is likely to have ended, at a guess. */
const soon = 5;

/** Counts the uploads or downloads of files in flight, whose bytes are held: slow ones cannot pile up. */
export class TransferSlots {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  /** @param limits maximum in flight: of one client, and of all together */
  constructor(
    private readonly kind: 'upload' | 'download',
    private readonly limits: { readonly client: number; readonly all: number },
  ) {}

  /**
   * @returns the function that gives the slot back; to be called once
   * @throws RetryLater 429 when the client has as many as it may, 503 when all together have
   */
  take(client: string): () => void {
    const { kind, limits } = this;
    const own = this.byClient.get(client) ?? 0;
    if (own >= limits.client) {
      const text = `An address may have ${limits.client} ${kind}s in flight. Wait until one of them has ended.`;
      throw new RetryLater(429, `sandbox::toomany${kind}s`, text, soon);
    }
    if (this.total >= limits.all) {
      const text = `This sandbox takes ${limits.all} ${kind}s at once, and that many are in flight. Try again in a few seconds.`;
      throw new RetryLater(503, `sandbox::toomany${kind}s`, text, soon);
    }
    this.byClient.set(client, own + 1);
    this.total += 1;
    return () => {
      this.giveBack(client);
    };
  }

  private giveBack(client: string): void {
    const left = (this.byClient.get(client) ?? 0) - 1;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
    this.total -= 1;
  }
}
