import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import {
  type ListedFile,
  listPath,
  type OfflineList,
  workerPath,
} from '../src/contracts/offline-copy';

interface Options {
  readonly title: string;
  /** Path of the site; starts and ends with a slash. */
  readonly basePath: string;
  /** If false, the service worker removes the copies that browsers have. */
  readonly isOn: boolean;
}

/** The web app manifest (https://www.w3.org/TR/appmanifest/), which makes the site installable. */
function appManifest({ title, basePath }: Options): object {
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
    src: `${basePath}img/${src}`,
    sizes,
    type,
    purpose,
  });
  return {
    id: basePath,
    name: title,
    short_name: title,
    start_url: basePath,
    scope: basePath,
    display: 'minimal-ui',
    background_color: '#0a1a24',
    theme_color: '#0a1a24',
    icons: [
      icon('favicon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192', 'image/png'),
      icon('icon-512.png', '512x512', 'image/png'),
      // Its drawing is inside the safe zone, a circle of 80% (https://www.w3.org/TR/appmanifest/#icon-masks).
      icon('icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  };
}

/** Writes the service worker and the web app manifest. */
export async function writeOfflineFiles(buildDir: string, options: Options): Promise<void> {
  const sources = path.resolve(__dirname, '../src/features/offline');
  await build({
    entryPoints: [path.join(sources, options.isOn ? 'sw.ts' : 'remove.ts')],
    outfile: path.join(buildDir, workerPath),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
  const manifest = path.join(buildDir, 'manifest.webmanifest');
  await writeFile(manifest, JSON.stringify(appManifest(options)));
}

/**
 * Files of a copy: pages with their Markdown and downloads, the data of the request runner, scripts, styles, images, the search index.
 * Pages load `site.*.css` instead of the framework's stylesheet, `styles.*.css`.
 */
const copied =
  /^(?:.*\.html|(?!\.).*index(?:-part-\d+)?\.md|(?:assets(?!\/css\/styles\.)|img|operations|specs(?!\/sandbox))\/.*|search\/index\.json|manifest\.webmanifest)$/;

/** Variants that this build has compressed. */
const variant = /\.(?:br|gz)$/;

/** Returns the bytes of a download: those of the compressed variant, if there is one. */
async function downloadBytes(file: string): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => undefined);
  return (compressed ?? (await stat(file))).size;
}

async function listed(buildDir: string, name: string): Promise<ListedFile> {
  const file = path.join(buildDir, name);
  const urlPath = name === '404.html' ? name : name.replace(/(^|\/)index\.html$/, '$1');
  const bytes = await downloadBytes(file);
  if (name.startsWith('assets/')) return [urlPath, bytes];
  const digest = createHash('sha256').update(await readFile(file));
  return [urlPath, bytes, digest.digest('hex').slice(0, 10)];
}

/**
 * Writes the list of files for offline copies. All other files must exist in their compressed variants.
 * @returns its path
 */
export async function writeOfflineList(buildDir: string, isOn: boolean): Promise<string> {
  const entries = await readdir(buildDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(buildDir, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => copied.test(name) && !variant.test(name))
    .sort();
  const files = await Promise.all(names.map((name) => listed(buildDir, name)));
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const list: OfflineList = isOn ? { version, files } : { remove: true };
  const target = path.join(buildDir, listPath);
  await writeFile(target, JSON.stringify(list));
  return target;
}
