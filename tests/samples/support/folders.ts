import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** What outlives a run: installed packages and compiled crates. */
export const cache = path.join(root, '.cache/samples');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes what runs left behind that were broken off: a folder's name holds the process it belongs to. */
async function sweep(): Promise<void> {
  for (const name of await readdir(cache)) {
    const [, pid] = /^run-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(path.join(cache, name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder for one run. It lies inside the repository, so that Node finds the packages the samples import.
 * @returns its path, and a function that removes it
 */
export async function temporaryFolder(): Promise<readonly [string, () => Promise<void>]> {
  await mkdir(cache, { recursive: true });
  await sweep();
  const folder = await mkdtemp(path.join(cache, `run-${process.pid}-`));
  return [folder, () => rm(folder, { recursive: true, force: true })];
}
