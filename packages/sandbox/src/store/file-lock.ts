import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { codeOf } from '../core/store-failure.ts';
import { openPrivateFile } from './data-folder.ts';
import { StoreUnavailableError } from './unavailable.ts';

/** Which process has the lock, for the message that another one gets. */
function describeHolder(): string {
  const program = path.relative(process.cwd(), process.argv[1] ?? process.execPath);
  return `process ${process.pid} (${program}), started ${new Date().toISOString()}`;
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 500).trim() || 'another process';
  } catch {
    return 'another process';
  }
}

/**
 * Reserves a database file for this process. SQLite would let several processes write, but each of them would then find
 * the file locked now and then, and know nothing of what the others announce. The lock is one of the operating system, on a
 * file beside the database: it ends with the process, however that ends.
 * @returns releases the lock
 * @throws StoreUnavailableError when another process has it
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const holder = `${lock}.txt`;
  openPrivateFile(lock);
  const database = new Libsql(lock);
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new StoreUnavailableError(
      `The sandbox's data folder ${path.dirname(file)} is in use by ${readHolder(holder)}. One sandbox at a time can use a folder: stop that process, set SANDBOX_DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server, which several sandboxes can share.`,
      { cause: error },
    );
  }
  openPrivateFile(holder);
  writeFileSync(holder, `${describeHolder()}\n`);
  return () => {
    database.close();
  };
}
