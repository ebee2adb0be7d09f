import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.ts';
import { missingSampleTool } from './missing-tool.ts';
import type { Toolchain } from './toolchain.ts';

/** The standard library is sufficient: fetches no modules and no newer Go version. */
const variables = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', GOWORK: 'off' };

/** One module with a main package for each sample, built by one command. */
export const go: Toolchain = {
  missing: missingSampleTool('go'),
  build: async (programs, folder) => {
    await writeFile(path.join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
    for (const { id, source } of programs) {
      await mkdir(path.join(folder, id));
      await writeFile(path.join(folder, id, 'main.go'), source);
    }
    await mkdir(path.join(folder, 'bin'));
    // Linking takes half the time without symbols; errors still have line numbers.
    const flags = ['-buildvcs=false', '-ldflags=-s -w', '-o', `bin${path.sep}`];
    await compile('go', ['build', ...flags, './...'], folder, variables);
    return (id) => ({ file: path.join(folder, 'bin', id), args: [], cwd: folder });
  },
};
