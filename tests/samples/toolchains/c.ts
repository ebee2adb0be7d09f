import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.ts';
import { missingSampleTool } from './missing-tool.ts';
import type { Toolchain } from './toolchain.ts';

/** A program for each sample. */
export const c: Toolchain = {
  missing: missingSampleTool('c'),
  build: async (programs, folder) => {
    for (const { id, source } of programs) {
      await mkdir(path.join(folder, id));
      await writeFile(path.join(folder, id, 'sample.c'), source);
      const options = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-O1', '-o', 'sample'];
      await compile('gcc', [...options, 'sample.c', '-lcurl'], path.join(folder, id));
    }
    return (id) => ({ file: './sample', args: [], cwd: path.join(folder, id) });
  },
};
