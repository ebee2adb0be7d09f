/** The database file of the sandbox in IndexedDB: one record, which each save replaces in one transaction. */

const storeName = 'snapshots';
const current = 'current';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

export interface Snapshots {
  /** Returns the last snapshot; undefined if there is none. */
  load(): Promise<Uint8Array | undefined>;
  /** Replaces the snapshot. Resolves when it is stored. */
  save(content: Uint8Array): Promise<void>;
  /** Moves a snapshot that cannot be opened out of the way, and keeps it until the next one. */
  setAside(content: Uint8Array): Promise<void>;
}

/** Opens the snapshots of one site. @param name of the database */
export async function openSnapshots(name: string): Promise<Snapshots> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await done(opening);
  const write = (work: (store: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(storeName, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB failed'));
      work(transaction.objectStore(storeName));
    });
  return {
    load: async () => {
      const store = database.transaction(storeName).objectStore(storeName);
      return (await done(store.get(current))) as Uint8Array | undefined;
    },
    save: (content) => write((store) => void store.put(content, current)),
    setAside: (content) =>
      write((store) => {
        store.put(content, 'unreadable');
        store.delete(current);
      }),
  };
}

/**
 * Saves the content of a store after it has changed. While a save is running, further changes wait for the next one, which
 * saves all of them.
 */
export class Saver {
  private saved = 0;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /**
   * @param writes number of rows written so far
   * @param save stores the content
   */
  constructor(
    private readonly writes: () => number,
    private readonly save: () => Promise<void>,
  ) {
    this.saved = writes();
  }

  /** Resolves when everything that was written before is stored, or could not be stored. */
  flush(): Promise<void> {
    if (this.writes() === this.saved) return this.running ?? Promise.resolve();
    if (!this.running) return (this.running = this.run());
    return (this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.flush();
    }));
  }

  private async run(): Promise<void> {
    const { saved } = this;
    this.saved = this.writes();
    try {
      await this.save();
    } catch {
      // Full or blocked storage: the sandbox works until the page is closed, and the next change tries again.
      this.saved = saved;
    } finally {
      this.running = undefined;
    }
  }
}
