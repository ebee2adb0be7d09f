import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pair } from './pair.ts';

const blocks = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/**
 * Reads a key and its certificate, which lie in one file so that they can be replaced at once.
 * @returns nothing when there is no such file, or when it holds something else
 */
export async function readPair(file: string): Promise<Pair | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const found = new Map([...text.matchAll(blocks)].map(([block, name]) => [name, block]));
  const key = found.get('PRIVATE KEY');
  const cert = found.get('CERTIFICATE');
  return key !== undefined && cert !== undefined ? { key, cert } : undefined;
}

/** Writes a key and its certificate, for the owner alone. A crash leaves the old file or the new one. */
export async function writePair(file: string, { key, cert }: Pair): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${cert.trim()}\n${key.trim()}\n`, { mode: 0o600 });
  await rename(draft, file);
}
