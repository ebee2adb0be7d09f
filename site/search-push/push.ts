import type { Requester } from '@algolia/client-common';
import type { SearchRecord } from '@anedya-docs/search';
import { algoliasearch, type Algoliasearch } from 'algoliasearch';
import { timeouts } from '../src/search/constants';
import { indexSettings } from './settings';

/** Most the provider takes for one record, in bytes of JSON. */
const recordBytes = 10_000;

/** The provider's client with the timeouts of the specification, section 9; by default Node's are longer. */
export function pushClient(appId: string, apiKey: string, requester?: Requester) {
  return algoliasearch(appId, apiKey, { ...(requester && { requester }), timeouts });
}

interface Options {
  readonly client: Pick<Algoliasearch, 'setSettings' | 'waitForTask' | 'replaceAllObjects'>;
  readonly indexName: string;
  readonly records: readonly SearchRecord[];
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
}

function check(records: readonly SearchRecord[]): void {
  if (records.length === 0) {
    throw new Error('the build holds no search records: run "npm run build" first');
  }
  const large = records.find((record) => Buffer.byteLength(JSON.stringify(record)) > recordBytes);
  if (large) {
    throw new Error(
      `the record of ${large.url} has more than the ${recordBytes} bytes the provider takes`,
    );
  }
}

/**
 * Replaces the provider's index by these records: settings first, then all records into a temporary index that takes the
 * place of the old one in one step, so that no reader ever meets half an index.
 * @throws Error when there is nothing to push, or with what the provider says
 */
export async function pushRecords(options: Options): Promise<void> {
  const { client, indexName, records, dryRun, say } = options;
  check(records);
  const pages = new Set(records.map(({ url_without_anchor }) => url_without_anchor));
  const what = `${records.length} records of ${pages.size} pages`;
  if (dryRun) {
    say(`Dry run: ${what} would replace the index "${indexName}". Nothing was sent.`);
    return;
  }
  const { taskID } = await client.setSettings({ indexName, indexSettings });
  await client.waitForTask({ indexName, taskID });
  await client.replaceAllObjects({
    indexName,
    objects: records.map((record) => ({ ...record })),
    batchSize: 1000,
  });
  say(`${what} replaced the index "${indexName}".`);
}
