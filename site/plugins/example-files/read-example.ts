import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where example programs lie. */
export const examplesFolder = path.resolve(__dirname, '../../examples');

const isInside = (folder: string, file: string) => file.startsWith(folder + path.sep);

function namesIn(folder: string): string {
  try {
    return ` It has: ${readdirSync(folder).sort().join(', ')}`;
  } catch {
    return '';
  }
}

/**
 * Text of an example program, with `\n` at the ends of its lines.
 * @param file path below the folder, with `/`
 * @param folder of examples; tests have one of their own
 * @throws Error when the file is unknown or lies elsewhere
 */
export function readExample(file: string, folder = examplesFolder): string {
  const place = path.resolve(folder, file);
  const outside = new Error(`file="${file}" lies outside site/examples`);
  if (path.isAbsolute(file) || !isInside(folder, place)) throw outside;
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) {
    const parent = path.dirname(place);
    throw new Error(`site/examples has no file "${file}".${namesIn(parent)}`);
  }
  // A link may lead elsewhere.
  if (!isInside(realpathSync(folder), realpathSync(place))) throw outside;
  return readFileSync(place, 'utf8').replaceAll('\r\n', '\n');
}
