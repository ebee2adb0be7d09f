import { RetryLater } from '../core/errors.ts';
import { type SlotLimits, Slots } from '../serve/fairness/index.ts';

/** Estimated seconds until a transfer ends. */
const soon = 5;

/** Limits transfers in flight, because each keeps bytes in memory. */
export class TransferSlots {
  private readonly slots: Slots;

  /** @param limits maximum number in flight */
  constructor(
    private readonly kind: 'upload' | 'download' | 'import',
    private readonly limits: SlotLimits,
  ) {
    this.slots = new Slots(limits);
  }

  /**
   * Acquires a slot for a transfer.
   * @param onLost called when the total limit is reached and a client that has fewer transfers needs the slot: the transfer must
   * end. Without it, the slot is kept.
   * @returns a function that releases the slot; a second call has no effect
   * @throws RetryLater 429 if the client has reached its limit, 503 if the total limit is reached
   */
  take(client: string, onLost?: () => void): () => void {
    const { kind, limits } = this;
    const slot = this.slots.acquire(client, onLost);
    if (typeof slot === 'function') return slot;
    const code = `sandbox::toomany${kind}s`;
    if (slot === 'client') {
      const most = `${limits.client} ${kind}${limits.client === 1 ? '' : 's'}`;
      const text = `An address can have ${most} in flight. Wait until one of them ends.`;
      throw new RetryLater(429, code, text, soon);
    }
    const text = `This sandbox is limited to ${limits.all} ${kind}s at the same time. Try again in a few seconds.`;
    throw new RetryLater(503, code, text, soon);
  }
}
