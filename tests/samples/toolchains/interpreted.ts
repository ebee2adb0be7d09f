import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Toolchain } from './toolchain.ts';

/**
 * A language whose samples run as they are.
 * @param fileName as the package names it: `sample.py`
 * @param interpreter what runs the file
 * @param args before the file's name
 */
export function interpreted(
  fileName: string,
  interpreter: string,
  missing: string | undefined,
  args: readonly string[] = [],
): Toolchain {
  return {
    missing,
    build: async (programs, folder) => {
      for (const { id, source } of programs) {
        await mkdir(path.join(folder, id));
        await writeFile(path.join(folder, id, fileName), source);
      }
      return (id) => ({
        file: interpreter,
        args: [...args, fileName],
        cwd: path.join(folder, id),
      });
    },
  };
}
