import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../samples/support/folders.ts';

/** Folder of the programs of the guides. */
export const examplesFolder = path.join(root, 'site/examples');

/** Absolute path of a program. @param file such as `ota/ota.py` */
export const placeOf = (file: string) => path.join(examplesFolder, file);

export const sourceOf = (file: string) => readFileSync(placeOf(file), 'utf8');

/** All programs, as `topic/file`, without settings. */
export const examples: readonly string[] = readdirSync(examplesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(placeOf(name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${name}/${entry.name}`),
  )
  .filter((file) => !/\.(?:json|csv|defaults)$|\/config\.py$/.test(file))
  .sort();

/** Whether a program is for MicroPython on a board. */
export const isForMicroPython = (file: string) => /\/(?:pico|greenhouse)\.py$/.test(file);
