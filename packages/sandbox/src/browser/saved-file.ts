import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { codeOf } from '../core/errors.ts';
import { StoreUnavailableError } from '../store/database.ts';
import { StartError } from './pages.ts';
import { type MemoryStore, openMemoryStore } from './sqlite.ts';

const storeName = 'snapshots';
const current = 'current';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

/** The database file of the sandbox in IndexedDB: one record, which each save replaces in one transaction. */
export interface SavedFile {
  /** Returns the last snapshot; undefined if there is none. */
  load(): Promise<Uint8Array | undefined>;
  /** Replaces the snapshot. Resolves when it is stored. */
  save(content: Uint8Array): Promise<void>;
  /** Moves a snapshot that cannot be opened out of the way, and keeps it until the next one. */
  setAside(content: Uint8Array): Promise<void>;
}

/** Opens the saved file of one site. @param name of the database */
export function openSavedFile(name: string): SavedFile {
  let opened: Promise<IDBDatabase> | undefined;
  const close = () => (opened = undefined);
  const open = async () => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    const database = await done(opening);
    // The browser has closed it, for example to free space. The next access opens it again.
    database.onclose = close;
    return database;
  };
  const database = () =>
    (opened ??= open().catch((error: unknown) => {
      close();
      throw error;
    }));
  const write = async (work: (store: IDBObjectStore) => void) => {
    const transaction = (await database()).transaction(storeName, 'readwrite');
    return new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB failed'));
      work(transaction.objectStore(storeName));
    });
  };
  return {
    load: async () => {
      const store = (await database()).transaction(storeName).objectStore(storeName);
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

/** Result codes of a file that is no database, or a damaged one (https://sqlite.org/rescode.html). */
const damaged = /^SQLITE_(?:NOTADB|CORRUPT)/;

/**
 * Opens the store of the last snapshot, and an empty one if that is damaged.
 * @throws StartError `newer` if a newer version has written the snapshot, and `store` if it cannot be opened now, for example
 * without enough memory: it stays unchanged
 */
export async function openSavedStore(
  sqlite3: Sqlite3Static,
  file: SavedFile,
): Promise<MemoryStore> {
  const saved = await file.load();
  try {
    return await openMemoryStore(sqlite3, saved);
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw new StartError('newer');
    if (!saved || !damaged.test(codeOf(error))) throw new StartError('store');
    await file.setAside(saved);
    return openMemoryStore(sqlite3);
  }
}
