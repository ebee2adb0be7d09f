import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { firmwareFolder } from '../../delivery/headers';
import { writeFolder } from '../api-reference';
import { hashOf } from '../browser-sandbox/script';
import { boardScript, engineFile, watched } from './script';

/** Writes the worker and the interpreter. @returns their URL paths */
async function write({ siteDir, baseUrl }: LoadContext): Promise<object> {
  const script = Buffer.from(await boardScript());
  const engine = readFileSync(engineFile);
  const worker = `board.${hashOf(script)}.js`;
  const wasm = `micropython.${hashOf(engine)}.wasm`;
  const files = new Map([
    [worker, script],
    [wasm, engine],
  ]);
  writeFolder(path.join(siteDir, 'static', firmwareFolder), files);
  const folder = `${baseUrl}${firmwareFolder}/`;
  return { worker: folder + worker, engine: folder + wasm };
}

/** Builds the worker that runs programs of the simulated device. Pages load its addresses with their code for it. */
export default function firmware(context: LoadContext): Plugin {
  let urls = {};
  return {
    name: 'firmware',
    getPathsToWatch: () => watched.map((folder) => `${folder}/*`),
    loadContent: async () => {
      urls = await write(context);
    },
    contentLoaded: async ({ actions }) => {
      await actions.createData('worker.json', urls);
    },
  };
}
