import { accessSync, chmodSync, closeSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { openSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/errors.ts';
import { StoreUnavailableError } from './database.ts';

/** Explanations of system error codes for a folder or a file (errno(3)). */
const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  ENOENT: 'a folder of the path does not exist and cannot be created',
  EISDIR: 'it is a folder',
};

function causeOf(error: unknown): string {
  const code = codeOf(error);
  const text = causes[code];
  return text === undefined ? code || String(error) : `${text} (${code})`;
}

/**
 * Creates a folder and its parents, accessible only to the owner. `mkdir` with `recursive` never returns if the system reports
 * ENOENT for a folder whose parent exists, as below `/proc`.
 */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) createFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Creates the data folder of a sandbox if it does not exist, and checks that files can be created in it.
 * @throws StoreUnavailableError
 */
export function openDataFolder(folder: string): void {
  try {
    createFolder(folder);
    // Permission bits are not enough: the file system may be read-only, or the process privileged.
    rmdirSync(mkdtempSync(path.join(folder, '.check-')));
  } catch (error) {
    throw new StoreUnavailableError(
      `The sandbox cannot write to its data folder ${folder}: ${causeOf(error)}. Make it writable for this user, or set SANDBOX_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * Creates a file that only the owner can access, or restricts an existing one to the owner: SQLite gives its other files the
 * mode of the database. An existing file is not opened, because closing it would release the locks that this process has on it
 * (fcntl(2)).
 * @throws StoreUnavailableError if the file cannot be read and written
 */
export function openPrivateFile(file: string): void {
  try {
    try {
      closeSync(openSync(file, 'ax', 0o600));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      accessSync(file, constants.R_OK | constants.W_OK);
      // A file of another owner that is writable by the group keeps its mode.
      if (statSync(file).uid === process.getuid?.()) chmodSync(file, 0o600);
    }
  } catch (error) {
    throw new StoreUnavailableError(
      `The sandbox cannot use its file ${file}: ${causeOf(error)}. Make it readable and writable for this user, or set SANDBOX_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
