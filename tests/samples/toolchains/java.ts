import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.ts';
import { lack } from './lack.ts';
import type { Toolchain } from './toolchain.ts';

/** Each sample in a separate package, all compiled by one javac: `java Sample.java` takes a second for each. */
export const java: Toolchain = {
  missing: lack('java'),
  build: async (programs, folder) => {
    const files: string[] = [];
    for (const { id, source } of programs) {
      const file = path.join(folder, id, 'Sample.java');
      await mkdir(path.dirname(file));
      await writeFile(file, `package ${id};\n${source}`);
      files.push(file);
    }
    const options = ['-encoding', 'UTF-8', '-Xlint:all', '-Werror', '-d', 'classes'];
    await compile('javac', [...options, ...files], folder);
    // Starting is most of what these programs do: one compiler and no class checks make it faster.
    const fast = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];
    return (id) => ({
      file: 'java',
      args: [...fast, '-cp', 'classes', `${id}.Sample`],
      cwd: folder,
    });
  },
};
