import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../samples/support/folders.ts';
import { sourceOf } from './examples.ts';

/** Compiles a program below `node_modules`, where its packages are found. @returns path of the module */
export async function compileTypeScript(file: string): Promise<string> {
  const { outputText } = ts.transpileModule(sourceOf(file), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const folder = path.join(root, 'node_modules/.cache/examples');
  await mkdir(folder, { recursive: true });
  // Two tests may compile it at the same time.
  const place = path.join(folder, `${path.basename(file, '.mts')}-${process.pid}.mjs`);
  await writeFile(place, outputText);
  return place;
}
