import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../support/processes/find-program.ts';
import { dataFolder, removeFolder } from './stores.ts';

/** A folder that can be made full for a process. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the remaining space. */
  fill(pid: number): void;
  /** Gives it back. */
  free(pid: number): void;
  remove(): void;
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' });
}

/** Writes to a file until the disk takes no more byte of it. */
function writeUntilFull(file: string): void {
  const handle = openSync(file, 'a');
  let size = 65_536;
  while (size >= 1) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
  closeSync(handle);
}

/** A file system in memory: what root may make. Nothing when it may not. */
function mountedDisk(): SmallDisk | undefined {
  const folder = dataFolder();
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder);
  } catch {
    removeFolder(folder);
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler),
    remove: () => {
      run('umount', folder);
      removeFolder(folder);
    },
  };
}

/** A bound of file sizes (`RLIMIT_FSIZE`) at the largest that the process has, which anybody may set and lift. */
function boundedFiles(): SmallDisk | undefined {
  const prlimit = findProgram('prlimit');
  if (prlimit === undefined) return undefined;
  const folder = dataFolder();
  const sizes = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
  const bound = (pid: number, soft: string) =>
    run(prlimit, '--pid', String(pid), `--fsize=${soft}:unlimited`);
  return {
    folder,
    fill: (pid) => bound(pid, String(Math.max(...sizes()))),
    free: (pid) => bound(pid, 'unlimited'),
    remove: () => removeFolder(folder),
  };
}

/** A small disk of whichever kind this machine allows; nothing when it allows none. */
export function openSmallDisk(): SmallDisk | undefined {
  return mountedDisk() ?? boundedFiles();
}
