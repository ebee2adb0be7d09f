import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '../config/environment';
import { apiOrigins, headersFile, inlineScriptHashes, sandboxOrigins } from './headers';
import { compressFile, CompressionQueue } from './compress';
import {
  deferScripts,
  hashedAddress,
  inlineStylesheets,
  linkedStylesheets,
  type Sheet,
} from './first-paint';
import { writeOfflineFiles, writeOfflineList } from './offline';
import { HtmlFile } from './html-file';
import { firstPaintCss, markupOf, splitFonts, styleKey, usedCss } from './used-css';
import { addSocialCard, writeSocialCard } from './social-cards';
import { siteRecords, writeSearchIndex } from './search-index';
import { addEndTags, setDefaultMode, withoutAddress } from './static-html';

/** Origins that optional third parties, an API proxy and a sandbox elsewhere need; none by default. */
async function optionalOrigins(env: ReturnType<typeof readEnvironment>) {
  const google = env.GTAG_ID !== '';
  const hosted = env.SEARCH_APP_ID !== '';
  return {
    scriptOrigins: google ? ['https://www.googletagmanager.com'] : [],
    connectOrigins: [
      ...(google ? ['https://www.googletagmanager.com', 'https://*.google-analytics.com'] : []),
      ...(hosted ? ['https://*.algolia.net', 'https://*.algolianet.com'] : []),
      ...(await apiOrigins(env.API_PROXY_URL)),
      ...sandboxOrigins(env.SANDBOX_URL),
    ],
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

interface Site {
  readonly fileOf: (address: string) => string;
  readonly pages: readonly string[];
  readonly sources: readonly HtmlFile[];
  readonly scripts: readonly string[];
}

/**
 * Writes the used rules of each stylesheet that pages link to. Returns a function that selects the rules for the first
 * paint of a page. Pages with the same markup share the result: there are far fewer kinds of pages than pages.
 */
async function prepareStylesheets({ fileOf, pages, sources, scripts }: Site) {
  const hrefs = new Set(sources.flatMap(linkedStylesheets));
  const whole = new Map<string, { css: string; address: string; names: ReadonlySet<string> }>();
  for (const href of hrefs) {
    const css = await usedCss(await readFile(fileOf(href), 'utf8'), [...pages, ...scripts]);
    // The font rules are inline in every page. If they were repeated here, a font that arrives late would restyle visible text.
    const { others: file } = splitFonts(css);
    const address = hashedAddress(href, file);
    await writeFile(fileOf(address), file);
    whole.set(href, { css, address, names: new Set(css.match(/[\w-]+/g)) });
  }
  const firstPaint = new Map<string, ReturnType<typeof splitFonts>>();
  return async (page: HtmlFile): Promise<Map<string, Sheet>> => {
    const markup = markupOf(page);
    const sheets = new Map<string, Sheet>();
    for (const [href, { css, address, names }] of whole) {
      const key = `${href} ${styleKey(markup, names)}`;
      const rules = firstPaint.get(key) ?? splitFonts(await firstPaintCss(css, markup));
      firstPaint.set(key, rules);
      sheets.set(href, { fonts: rules.fonts, firstPaint: rules.others, address });
    }
    return sheets;
  };
}

/** Prepares the framework's build for delivery: inline styles, deferred scripts, policies, compressed variants. */
async function deliver(buildDir: string): Promise<void> {
  const env = readEnvironment();
  const hashes = new Set<string>();
  const files = await listFiles(buildDir);
  const read = (file: string) => readFile(file, 'utf8');
  const pageFiles = files.filter((name) => name.endsWith('.html'));
  const notFound = path.join(buildDir, '404.html');
  const pages = await Promise.all(
    pageFiles.map(async (file) => {
      const html = await read(file);
      return file === notFound ? withoutAddress(html) : html;
    }),
  );
  const sources = pages.map((html) => new HtmlFile(html));
  const scripts = await Promise.all(files.filter((name) => name.endsWith('.js')).map(read));
  const fileOf = (address: string) => path.join(buildDir, address.slice(env.BASE_URL.length));
  const compression = new CompressionQueue();
  // Pages change below.
  for (const file of files) if (!file.endsWith('.html')) compression.add(file);
  const sheetsOf = await prepareStylesheets({ fileOf, pages, sources, scripts });
  // Other threads render them in the meantime.
  const cards: Promise<void>[] = [];
  for (const [index, source] of sources.entries()) {
    const file = pageFiles[index] ?? '';
    const sheets = await sheetsOf(source);
    const card = addSocialCard(source);
    inlineStylesheets(source, (href) => {
      const sheet = sheets.get(href);
      if (!sheet) throw new Error(`no stylesheet at ${href}`);
      return sheet;
    });
    deferScripts(source);
    setDefaultMode(source);
    addEndTags(source);
    const page = source.toString();
    inlineScriptHashes(new HtmlFile(page)).forEach((hash) => hashes.add(hash));
    await writeFile(file, page);
    compression.add(file);
    if (card) cards.push(writeSocialCard(file, card));
  }
  await Promise.all(cards);
  const records = siteRecords(
    pages.map((html, index) => ({ html, file: path.relative(buildDir, pageFiles[index] ?? '') })),
    {
      siteUrl: env.SITE_URL,
      basePath: env.BASE_URL,
      phrasesDir: path.resolve(__dirname, '../search-phrases'),
    },
  );
  await writeSearchIndex(buildDir, records);
  const headers = headersFile({
    scriptHashes: [...hashes].sort(),
    ...(await optionalOrigins(env)),
    basePath: env.BASE_URL,
  });
  await writeFile(path.join(buildDir, '_headers'), headers);
  const isOn = env.OFFLINE === 'on';
  await writeOfflineFiles(buildDir, { title: env.SITE_TITLE, basePath: env.BASE_URL, isOn });
  for (const file of await listFiles(buildDir)) compression.add(file);
  await compression.done();
  await compressFile(await writeOfflineList(buildDir, isOn));
}

deliver(path.resolve(process.argv[2] ?? 'build')).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
