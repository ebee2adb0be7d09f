import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.ts';
import { missingSampleTool } from './missing-tool.ts';
import type { Toolchain } from './toolchain.ts';

/** Each sample is in a separate package, and one javac compiles all of them: `java Sample.java` takes a second for each. */
export const java: Toolchain = {
  missing: missingSampleTool('java'),
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
    // Startup takes most of the time of these programs: one compiler and no class verification make it faster.
    const fast = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];
    return (id) => ({
      file: 'java',
      args: [...fast, '-cp', 'classes', `${id}.Sample`],
      cwd: folder,
    });
  },
};
