import { statSync } from 'node:fs';
import { StoreUnavailableError } from './database.ts';

/**
 * Returns a function that checks that nobody has replaced, removed or truncated the files of an open database. SQLite notices
 * that only when it reads a missing page: until then, it would acknowledge writes that a restart cannot find. The database does not
 * shrink while this process has it open; its log does when another program, such as `sqlite3` or a backup, has written all of it to
 * the database (`wal_checkpoint(truncate)`).
 * @param file of the database, in WAL mode
 * @param onLost called once, with a sentence for operators
 */
export function watchFiles(file: string, onLost: (message: string) => void): () => void {
  const known = new Map<string, { readonly ino: number; readonly size: number }>();
  let lost: StoreUnavailableError | undefined;
  return () => {
    if (lost) throw lost;
    for (const name of [file, `${file}-wal`]) {
      const now = statSync(name, { throwIfNoEntry: false });
      const before = known.get(name);
      const isWritten = now?.size === 0 && name !== file;
      if (now && (!before || (now.ino === before.ino && (isWritten || now.size >= before.size)))) {
        if (now.size !== before?.size) known.set(name, { ino: now.ino, size: now.size });
        continue;
      }
      // The log does not exist before the first write.
      if (!now && !before) continue;
      const message = `Another program has truncated, replaced or removed ${name} while the sandbox used it, so nothing more is written. Stop the sandbox, and restore a copy of the file or move it away.`;
      lost = new StoreUnavailableError(message);
      onLost(message);
      throw lost;
    }
  };
}
