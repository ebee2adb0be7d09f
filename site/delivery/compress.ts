import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const compressible = /\.(?:html|js|css|svg|xml|json|txt|md|yaml|webmanifest|map|wasm)$/;

/** Whether compression makes files of this type smaller. */
export function isCompressible(file: string): boolean {
  return compressible.test(file);
}

/** Writes `file.br` and `file.gz` next to a file, at the highest compression level: files are compressed once and served often. */
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

/** Compresses files while others are still being written. */
export class CompressionQueue {
  readonly #queued = new Set<string>();
  /**
   * One file per core at a time: other reads and writes use the same threads, and would wait for all files in the queue.
   */
  readonly #lanes = Array.from({ length: availableParallelism() }, () => Promise.resolve());

  /** Adds a file that will not change anymore, unless it is in the queue already, or compression does not make it smaller. */
  add(file: string): void {
    if (!isCompressible(file) || this.#queued.has(file)) return;
    const lane = this.#queued.size % this.#lanes.length;
    this.#queued.add(file);
    this.#lanes[lane] = (this.#lanes[lane] ?? Promise.resolve()).then(() => compressFile(file));
  }

  /** Resolves when all files have been compressed. */
  async done(): Promise<void> {
    await Promise.all(this.#lanes);
  }
}
