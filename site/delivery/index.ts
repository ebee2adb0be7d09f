import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '../config/environment';
import { compressFile, isCompressible } from './compress';
import { deferScripts } from './deferred-scripts';
import { headersFile } from './headers';
import { inlineStylesheets, linkedStylesheets, usedCss } from './inline-css';
import { inlineScriptHashes } from './inline-hashes';

/** Origins the two optional third parties need; none by default. */
function optionalOrigins(env: ReturnType<typeof readEnvironment>) {
  const google = env.GTAG_ID !== '';
  const hosted = env.SEARCH_APP_ID !== '';
  return {
    scriptOrigins: google ? ['https://www.googletagmanager.com'] : [],
    connectOrigins: [
      ...(google ? ['https://www.googletagmanager.com', 'https://*.google-analytics.com'] : []),
      ...(hosted ? ['https://*.algolia.net', 'https://*.algolianet.com'] : []),
    ],
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** What the site uses of the stylesheets its pages link to, by address. */
async function readUsedCss(
  buildDir: string,
  basePath: string,
  pages: readonly string[],
  scripts: readonly string[],
): Promise<Map<string, string>> {
  const hrefs = new Set(pages.flatMap(linkedStylesheets));
  const entries = [...hrefs].map(async (href) => {
    const css = await readFile(path.join(buildDir, href.slice(basePath.length)), 'utf8');
    return [href, await usedCss(css, [...pages, ...scripts])] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Turns the framework's build into what is served: styles in the page, late scripts, policies, compressed variants. */
async function deliver(buildDir: string): Promise<void> {
  const env = readEnvironment();
  const hashes = new Set<string>();
  const files = await listFiles(buildDir);
  const read = (file: string) => readFile(file, 'utf8');
  const pageFiles = files.filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(pageFiles.map(read));
  const scripts = await Promise.all(files.filter((name) => name.endsWith('.js')).map(read));
  const css = await readUsedCss(buildDir, env.BASE_URL, pages, scripts);
  for (const [index, html] of pages.entries()) {
    const page = deferScripts(inlineStylesheets(html, (href) => css.get(href) ?? ''));
    inlineScriptHashes(page).forEach((hash) => hashes.add(hash));
    await writeFile(pageFiles[index] ?? '', page);
  }
  const headers = headersFile({
    scriptHashes: [...hashes].sort(),
    ...optionalOrigins(env),
    basePath: env.BASE_URL,
  });
  await writeFile(path.join(buildDir, '_headers'), headers);
  await Promise.all(files.filter(isCompressible).map(compressFile));
}

deliver(path.resolve(process.argv[2] ?? 'build')).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
