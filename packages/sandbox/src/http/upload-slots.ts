import { limits } from '../core/limits.ts';
import { RetryLater } from '../core/store-failure.ts';

/** Seconds after which an upload is likely to have ended, at a guess. */
const soon = 5;

/** Counts the uploads under way, whose bytes are held: slow ones cannot pile up. */
export class UploadSlots {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  /**
   * @returns the function that gives the slot back; to be called once
   * @throws RetryLater 429 when the client has as many as it may, 503 when all together have
   */
  take(client: string): () => void {
    const { uploads } = limits;
    const own = this.byClient.get(client) ?? 0;
    if (own >= uploads.client) {
      const text = `An address may have ${uploads.client} uploads under way. Wait until one of them has ended.`;
      throw new RetryLater(429, 'sandbox::toomanyuploads', text, soon);
    }
    if (this.total >= uploads.all) {
      const text = `This sandbox takes ${uploads.all} uploads at once, and so many are under way. Try again in a few seconds.`;
      throw new RetryLater(503, 'sandbox::toomanyuploads', text, soon);
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
