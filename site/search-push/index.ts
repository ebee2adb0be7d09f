import { loadIndex } from '@anedya-docs/search';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { explain, pushClient, pushRecords, readPushEnvironment } from './push';

// `npm run search:push [-- --dry-run]`: uploads the search records of the built site to the hosted provider.

const indexFile = path.resolve(__dirname, '../build/search/index.json');

/** Reads the records as built: their URLs are those of the site, whatever the environment is now. */
async function readRecords() {
  const json = await readFile(indexFile, 'utf8').catch(() => {
    throw new Error('there is no search index: run "npm run build" first');
  });
  return loadIndex(json).records;
}

async function main(): Promise<void> {
  const dryRun = process.argv.includes('--dry-run');
  // A dry run sends nothing and needs no credentials.
  const credentials = dryRun && { SEARCH_APP_ID: 'dryrun', SEARCH_ADMIN_KEY: 'dryrun' };
  const provider = readPushEnvironment({ ...process.env, ...credentials });
  const indexName = provider.SEARCH_INDEX_NAME;
  const records = await readRecords();
  try {
    await pushRecords({
      client: pushClient(provider.SEARCH_APP_ID, provider.SEARCH_ADMIN_KEY),
      indexName,
      records,
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
