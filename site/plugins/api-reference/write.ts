import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function isUnchanged(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}

/** Makes a folder hold exactly these files. Unchanged ones stay untouched, so that a watcher rebuilds only the rest. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const stale of readdirSync(folder).filter((file) => !files.has(file))) {
    rmSync(path.join(folder, stale));
  }
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (!isUnchanged(file, text)) writeFileSync(file, text);
  }
}
