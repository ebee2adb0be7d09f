import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressFile, CompressionQueue, isCompressible } from './compress';

describe('isCompressible', () => {
  it.each([
    'a.html',
    'a.js',
    'a.css',
    'a.svg',
    'a.xml',
    'a.json',
    'a.txt',
    'a.webmanifest',
    'a.wasm',
  ])('takes %s', (file) => {
    expect(isCompressible(file)).toBe(true);
  });

  // Compressed formats would become larger; `_headers` is never served; a variant has no variants.
  it.each(['a.woff2', 'a.png', 'a.ico', 'a.js.br', 'a.js.gz', '_headers'])('leaves %s', (file) => {
    expect(isCompressible(file)).toBe(false);
  });
});

describe('compressFile', () => {
  it('writes smaller variants of the same text', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docs-compress-'));
    try {
      const file = path.join(folder, 'a.html');
      const text = '<p>é 漢</p>'.repeat(100);
      await writeFile(file, text);
      await compressFile(file);
      const [br, gz] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)]);
      expect(brotliDecompressSync(br).toString()).toBe(text);
      expect(gunzipSync(gz).toString()).toBe(text);
      expect(Math.max(br.length, gz.length)).toBeLessThan(Buffer.byteLength(text));
      expect(await readFile(file, 'utf8')).toBe(text);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('CompressionQueue', () => {
  it('compresses each file that becomes smaller once, and fails with the first file that cannot be read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docs-compress-'));
    try {
      const names = ['a.html', 'b.css', 'c.js', 'd.txt', 'e.md', 'f.png'];
      const queue = new CompressionQueue();
      for (const name of [...names, ...names]) {
        await writeFile(path.join(folder, name), name.repeat(100));
        queue.add(path.join(folder, name));
      }
      await queue.done();
      const written = await readdir(folder);
      expect(written.filter((name) => /\.(?:br|gz)$/.test(name)).sort()).toEqual(
        names.slice(0, -1).flatMap((name) => [`${name}.br`, `${name}.gz`]),
      );
      const br = await readFile(path.join(folder, 'e.md.br'));
      expect(brotliDecompressSync(br).toString()).toBe('e.md'.repeat(100));

      const failing = new CompressionQueue();
      failing.add(path.join(folder, 'missing.html'));
      await expect(failing.done()).rejects.toThrow('could not be compressed');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
