/** A queue of received messages; `next` waits for the next one. */
export class Inbox<T> {
  private readonly items: T[] = [];
  private waiting: { readonly fits: (item: T) => boolean; readonly take: (item: T) => void }[] = [];

  /** What has arrived and was not asked for. */
  get unread(): readonly T[] {
    return this.items;
  }

  push(item: T): void {
    const index = this.waiting.findIndex(({ fits }) => fits(item));
    const [reader] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (reader) reader.take(item);
    else this.items.push(item);
  }

  /** The first item that fits, as soon as it is here. */
  next(fits: (item: T) => boolean = () => true): Promise<T> {
    const index = this.items.findIndex(fits);
    const [item] = index === -1 ? [] : this.items.splice(index, 1);
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((take) => this.waiting.push({ fits, take }));
  }
}
