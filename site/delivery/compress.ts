import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
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

/**
 * Compresses files while others are still being written, in another process: the event loop of this one is busy with pages,
 * and would start each file late.
 */
export class CompressionQueue {
  readonly #queued = new Set<string>();
  readonly #process = spawn(process.execPath, ['--import', 'tsx', __filename], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  readonly #exit = once(this.#process, 'exit');

  /** Adds a file that will not change anymore, unless it is in the queue already, or compression does not make it smaller. */
  add(file: string): void {
    if (!isCompressible(file) || this.#queued.has(file)) return;
    this.#queued.add(file);
    this.#process.stdin.write(`${file}\n`);
  }

  /**
   * Resolves when all files have been compressed; no more can be added.
   * @throws Error if one cannot be read or written
   */
  async done(): Promise<void> {
    this.#process.stdin.end();
    const [code] = (await this.#exit) as [number | null];
    if (code !== 0) throw new Error('a file could not be compressed: see the message above');
  }
}

/** Compresses the files that standard input names, one per line and one per core at a time. */
async function compressNamedFiles(): Promise<void> {
  const names = createInterface(process.stdin)[Symbol.asyncIterator]();
  const compressNext = async (): Promise<void> => {
    const name = await names.next();
    if (name.done) return;
    await compressFile(name.value);
    await compressNext();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}

if (process.argv[1] === __filename) void compressNamedFiles();
