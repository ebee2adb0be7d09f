import { existsSync } from 'node:fs';
import path from 'node:path';

/** Path of a program that PATH knows; nothing when it is not there. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
