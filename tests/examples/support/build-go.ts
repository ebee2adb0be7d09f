import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram, type Outcome } from '../../samples/support/run-program.ts';
import { temporaryFolder } from '../../samples/support/folders.ts';
import { compile } from '../../samples/toolchains/compile.ts';
import { sourceOf } from './examples.ts';
import { environment } from './run-example.ts';

/** The standard library is sufficient: fetches no modules and no newer Go version. */
const offline = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', GOWORK: 'off' };

/** A compiled program. */
export interface GoProgram {
  readonly run: (given: NodeJS.ProcessEnv) => Promise<Outcome>;
  readonly remove: () => Promise<void>;
}

/**
 * Compiles a program and checks it with `go vet`.
 * @param test text of a test in its package, which is also run
 * @param settings text of a file in its package that changes its settings
 * @throws Error with the output of the Go tools
 */
export async function buildGo(file: string, test?: string, settings?: string): Promise<GoProgram> {
  const [folder, remove] = await temporaryFolder();
  try {
    await writeFile(path.join(folder, 'go.mod'), 'module example\n\ngo 1.19\n');
    await writeFile(path.join(folder, 'main.go'), sourceOf(file));
    if (settings !== undefined) await writeFile(path.join(folder, 'settings.go'), settings);
    if (test !== undefined) await writeFile(path.join(folder, 'main_test.go'), test);
    await compile('go', ['build', '-buildvcs=false', '-o', 'program'], folder, offline);
    await compile('go', ['vet'], folder, offline);
    if (test !== undefined) await compile('go', ['test'], folder, offline);
  } catch (error) {
    await remove();
    throw error;
  }
  const command = { file: path.join(folder, 'program'), args: [], cwd: folder };
  return { run: (given) => runProgram({ ...command, env: environment(given) }), remove };
}
