import path from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Compiles a program of the site for a `script` element without a source.
 * @param file below `src`
 * @throws Error when it does not compile
 */
export function inlineScript(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.resolve(__dirname, '../src', file)],
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    minify: true,
    target: 'es2022',
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild returned no script for ${file}`);
  return output.text.trim();
}
