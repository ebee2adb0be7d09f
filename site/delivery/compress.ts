import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const compressible = /\.(?:html|js|css|svg|xml|json|txt|md|yaml|webmanifest|map|wasm)$/;

/** True for files whose content shrinks. */
export function isCompressible(file: string): boolean {
  return compressible.test(file);
}

/** Writes `file.br` and `file.gz` beside a file, at the strongest setting: it is done once and served often. */
export async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    deflate(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
