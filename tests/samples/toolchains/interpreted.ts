import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Toolchain } from './toolchain.ts';

/**
 * A language whose samples run unchanged.
 * @param fileName file name in the package: `sample.py`
 * @param interpreter program that runs the file
 * @param args arguments before the file name
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
