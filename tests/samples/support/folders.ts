import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Folder of installed packages and compiled crates, kept between runs. */
export const cache = path.join(root, '.cache/samples');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes folders of aborted runs: the name of a folder contains the id of its process. */
async function sweep(): Promise<void> {
  for (const name of await readdir(cache)) {
    const [, pid] = /^run-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(path.join(cache, name), { recursive: true, force: true });
  }
}

/**
 * Creates a folder for one run. It is inside the repository, so that Node.js finds the packages that samples import.
 * @returns its path, and a function that removes it
 */
export async function temporaryFolder(): Promise<readonly [string, () => Promise<void>]> {
  await mkdir(cache, { recursive: true });
  await sweep();
  const folder = await mkdtemp(path.join(cache, `run-${process.pid}-`));
  return [folder, () => rm(folder, { recursive: true, force: true })];
}
