import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '../config/environment';
import { siteRecords } from '../delivery/search-index';
import { explain, pushClient, pushRecords, readPushEnvironment } from './push';

// `npm run search:push [-- --dry-run]`: uploads the search records of the built site to the hosted provider.

const buildDir = path.resolve(__dirname, '../build');

async function readPages() {
  const files = await readdir(buildDir, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html'));
  return Promise.all(
    pages.map(async (file) => ({ file, html: await readFile(path.join(buildDir, file), 'utf8') })),
  );
}

async function main(): Promise<void> {
  const dryRun = process.argv.includes('--dry-run');
  const site = readEnvironment();
  // A dry run sends nothing and needs no credentials.
  const provider = dryRun
    ? {
        SEARCH_APP_ID: 'dry-run',
        SEARCH_ADMIN_KEY: 'dry-run',
        SEARCH_INDEX_NAME: site.SEARCH_INDEX_NAME,
      }
    : readPushEnvironment(process.env);
  const indexName = provider.SEARCH_INDEX_NAME;
  try {
    await pushRecords({
      client: pushClient(provider.SEARCH_APP_ID, provider.SEARCH_ADMIN_KEY),
      indexName,
      records: siteRecords(await readPages(), {
        siteUrl: site.SITE_URL,
        basePath: site.BASE_URL,
        phrasesDir: path.resolve(__dirname, '../search-phrases'),
      }),
      dryRun,
      say: (line) => console.log(line),
    });
  } catch (error) {
    throw new Error(explain(error, indexName), { cause: error });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
