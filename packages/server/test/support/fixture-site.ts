import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const page = (name: string) =>
  `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>${'text '.repeat(200)}</p></html>`;

/** Compressible files of the fixture by path: each gets a `.br` and a `.gz` variant, like the site's build output. */
export const texts = {
  'index.html': page('Home'),
  'guide/index.html': page('Guide'),
  'guide/index.md': `# Guide\n\n[Home](https://docs.test/index.md)\n\n${'text '.repeat(200)}\n`,
  '404.html': page('Page not found'),
  'assets/js/a.12345678.js': `console.log(${JSON.stringify('a'.repeat(500))});`,
  'assets/css/a.12345678.css': `body{color:${'#000'.padEnd(300)}}`,
  'img/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(300)}</svg>`,
  'examples/stream.ts': `export {};${' '.repeat(300)}`,
  'sitemap.xml': `<?xml version="1.0"?><urlset>${' '.repeat(300)}</urlset>`,
} as const;

/** A file without variants. */
export const font = Buffer.from('wOF2'.padEnd(64, '\0'), 'latin1');

/** A file larger than the buffers of a response, without variants. */
export const large = { path: '/img/large.bin', bytes: 1_000_000 } as const;

const headersText = `# policies of the fixture
/*
  Content-Security-Policy: default-src 'none'
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=()

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

/** Headers that the fixture's `_headers` file sets on every response. */
export const policies = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=()',
} as const;

async function put(root: string, file: string, content: string | Buffer): Promise<void> {
  const target = path.join(root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}

/**
 * Writes a small built site into a new temporary folder.
 * @param basePath prefix of the assets pattern in its `_headers` file
 * @returns absolute path of the folder; the caller removes it
 */
export async function writeFixtureSite(basePath = '/'): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'docs-server-'));
  for (const [file, text] of Object.entries(texts)) {
    await put(root, file, text);
    await put(root, `${file}.br`, brotliCompressSync(text));
    await put(root, `${file}.gz`, gzipSync(text));
  }
  await put(root, 'assets/fonts/a.12345678.woff2', font);
  await put(root, large.path, Buffer.alloc(large.bytes));
  await put(root, '_headers', headersText.replaceAll(/^\/assets/gm, `${basePath}assets`));
  return root;
}
