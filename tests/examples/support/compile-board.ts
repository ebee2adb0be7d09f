import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram, type Outcome } from '../../samples/support/run-program.ts';
import { temporaryFolder } from '../../samples/support/folders.ts';
import { compile } from '../../samples/toolchains/compile.ts';
import { placeOf, sourceOf } from './examples.ts';
import { environment } from './run-example.ts';

export const stubs = path.resolve(import.meta.dirname, '../stubs');
const strict = ['-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter'];

const folders = [`-I${stubs}/board`, `-I${stubs}/json`];

/** Flags for a sketch, which the Arduino tools compile as C++ after `Arduino.h`. */
export const sketchFlags = [
  '-std=c++17',
  `-I${stubs}/arduino`,
  ...folders,
  '-include',
  'Arduino.h',
];

/** Flags for a sketch (`.ino`) or an ESP-IDF program. */
const flagsOf = (file: string) =>
  file.endsWith('.ino') ? sketchFlags : ['-std=gnu17', `-I${stubs}/esp-idf`, ...folders];

/** The compiler that a program needs. */
export const compilerOf = (file: string) => (file.endsWith('.ino') ? 'g++' : 'gcc');

/** Declarations of functions without default arguments. */
const definitions = /^((?!struct|enum|const \w+ \w+\[)[\w:<>]+ [*&]?\w+\([^()={]*\)) \{/gm;

/**
 * Returns a sketch as the Arduino tools compile it: they declare its functions before the first one, so the types of parameters must be
 * above it (arduino-cli, `internal/arduino/builder/internal/preprocessor`).
 */
export function withPrototypes(sketch: string): string {
  const all = [...sketch.matchAll(definitions)];
  const at = all[0]?.index ?? 0;
  const line = sketch.slice(0, at).split('\n').length;
  const prototypes = all.map(([, declaration = '']) => `${declaration};\n`).join('');
  return `${sketch.slice(0, at)}${prototypes}#line ${line}\n${sketch.slice(at)}`;
}

/** Checks that a program compiles with the stubs, without generating code. @throws Error with the message of the compiler */
export async function checkSyntax(file: string): Promise<void> {
  const isSketch = file.endsWith('.ino');
  const [folder, remove] = await temporaryFolder();
  try {
    const program = path.join(folder, path.basename(file));
    await writeFile(program, isSketch ? withPrototypes(sourceOf(file)) : sourceOf(file));
    const args = [
      '-x',
      isSketch ? 'c++' : 'c',
      ...flagsOf(file),
      ...strict,
      '-fsyntax-only',
      program,
    ];
    await compile(compilerOf(file), args, stubs);
  } finally {
    await remove();
  }
}

/** Runs functions of a program with a `main` of the tests. @param harness file name in `stubs/harness` */
export async function runHarness(
  file: string,
  harness: string,
  args: readonly string[],
): Promise<Outcome> {
  const [folder, remove] = await temporaryFolder();
  try {
    const program = `-DPROGRAM="${placeOf(file)}"`;
    // Functions that the harness does not call need no body.
    const loose = ['-Wno-unused-function', '-Wl,--unresolved-symbols=ignore-all', '-no-pie'];
    const output = ['-o', path.join(folder, 'program'), `${stubs}/harness/${harness}`];
    await compile(compilerOf(file), [...flagsOf(file), program, ...loose, ...output], folder);
    const command = { file: path.join(folder, 'program'), args, cwd: folder };
    return await runProgram({ ...command, env: environment({}) });
  } finally {
    await remove();
  }
}
