import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../packages/server/src/app.ts';
import { compressFile } from '../../site/delivery/compress.ts';

/**
 * Returns a page with only its text and styles. The difference from the site's page is the cost of the application.
 */
function barePage(html: string): string {
  const main = /<main[\s\S]*?<\/main>/.exec(html)?.[0];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  const title = /<title[^>]*>([\s\S]*?)<\/title>/.exec(html)?.[1];
  if (main === undefined || styles.length === 0)
    throw new Error('the page has no main or no style');
  return (
    `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title ?? ''}</title><style>${styles.join('')}</style><body>${main}</body></html>`
  );
}

const built = path.resolve(import.meta.dirname, '../../site/build');

/**
 * Serves a copy of the built site, with bare versions of some pages, on a free port.
 * @param pages paths such as `/essentials/concepts/`; their bare versions are below `/bare`
 */
export async function serveWithBarePages(pages: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-bench-'));
  await cp(built, folder, { recursive: true });
  for (const urlPath of pages) {
    const html = await readFile(path.join(built, urlPath, 'index.html'), 'utf8');
    const target = path.join(folder, 'bare', urlPath);
    await cp(path.join(built, urlPath, 'index.html'), path.join(target, 'index.html'));
    await writeFile(path.join(target, 'index.html'), barePage(html));
    await compressFile(path.join(target, 'index.html'));
  }
  const served = await serve(folder);
  return {
    origin: served.origin,
    close: async () => {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Serves a built site on a free port. */
export async function serve(siteDir: string) {
  const app = await buildApp({ siteDir, basePath: '/', trustProxy: false, logLevel: 'silent' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() };
}
