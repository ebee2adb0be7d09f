import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generated, workerScript } from '../browser-sandbox/script';

const feature = path.resolve(__dirname, '../../src/features/firmware');
const modulesFolder = path.join(feature, 'modules');

/** The interpreter. */
export const engineFile =
  require.resolve('@micropython/micropython-webassembly-pyscript/micropython.wasm');

/** Folder of the Python modules, to be watched. */
export const watched = [modulesFolder, path.join(feature, 'worker')];

/** Python modules of the board, by file name. */
function pythonModules(): Record<string, string> {
  const files = [
    path.join(feature, 'worker/_boot.py'),
    ...readdirSync(modulesFolder)
      .filter((name) => name.endsWith('.py'))
      .map((name) => path.join(modulesFolder, name)),
  ];
  return Object.fromEntries(files.map((file) => [path.basename(file), readFileSync(file, 'utf8')]));
}

/** Builds the worker that runs programs of the board. @param modules further Python modules, of tests */
export function boardScript(modules: Readonly<Record<string, string>> = {}): Promise<string> {
  const texts = JSON.stringify({ ...pythonModules(), ...modules });
  return workerScript(
    `
      import { serveBoard } from './worker/worker.ts';
      import modules from 'python-modules';
      serveBoard(modules);
    `,
    feature,
    {
      plugins: [
        generated(
          {
            'python-modules': `export default ${texts}`,
            // The package imports it in Node.js.
            module: 'export {};',
          },
          feature,
        ),
      ],
      // Removes the command line of the package.
      define: { process: 'undefined' },
    },
  );
}
