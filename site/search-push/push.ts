import type { Requester } from '@algolia/client-common';
import { levels, type SearchRecord } from '@anedya-docs/search';
import { algoliasearch, type Algoliasearch, type IndexSettings } from 'algoliasearch';
import { cleanEnv, makeExactValidator } from 'envalid';
import { timeouts } from '../src/contracts/search-limits';

/**
 * Settings of the provider's index: what is searched, filtered and ranked, so that it ranks like this site's own engine: titles over headings over text, and the pages most readers want first.
 */
const indexSettings = {
  searchableAttributes: [
    ...levels.slice(1).map((level) => `unordered(hierarchy.${level})`),
    'unordered(keywords)',
    'unordered(hierarchy.lvl0)',
    'content',
  ],
  unretrievableAttributes: ['keywords'],
  attributesForFaceting: ['language', 'docusaurus_tag', 'version', 'type', 'hierarchy.lvl0'],
  attributesToHighlight: ['hierarchy', 'content'],
  attributesToSnippet: ['content:10'],
  customRanking: ['desc(weight.page_rank)', 'desc(weight.level)', 'asc(weight.position)'],
  ranking: ['words', 'filters', 'typo', 'attribute', 'proximity', 'exact', 'custom'],
  // An index keeps a setting that it is not sent.
  advancedSyntax: false,
  ignorePlurals: true,
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  allowTyposOnNumericTokens: false,
  removeWordsIfNoResults: 'allOptional',
  // Codes, paths and topics are found by their punctuation as well.
  separatorsToIndex: '_:$/',
} satisfies IndexSettings;

const present = makeExactValidator<string>((input) => {
  if (input.trim() === '') throw new Error('must not be empty');
  return input;
});

/** The client sends the key to a host that starts with this ID, so a URL, or a key by mistake, must not be one. */
const applicationId = makeExactValidator<string>((input) => {
  if (!/^[A-Za-z0-9]{1,20}$/.test(input)) throw new Error('is not an application ID');
  return input;
});

/**
 * What a push needs to know of the provider.
 * @throws Error naming each variable that is missing or invalid; never with a value
 */
export function readPushEnvironment(env: NodeJS.ProcessEnv) {
  return cleanEnv(
    env,
    {
      SEARCH_APP_ID: applicationId({ desc: 'application ID at the search provider' }),
      SEARCH_ADMIN_KEY: present({ desc: 'key that may write the index' }),
      SEARCH_INDEX_NAME: present({ default: 'anedya-docs' }),
    },
    {
      reporter: ({ errors }) => {
        const names = Object.keys(errors);
        if (names.length === 0) return;
        const hint = errors.SEARCH_APP_ID
          ? ' An application ID has up to 20 letters and digits.'
          : '';
        throw new Error(
          `Set ${names.join(' and ')} in the environment (see README, "Search").${hint}`,
        );
      },
    },
  );
}

/** What went wrong in words a reader can act on; the key is in none of them. */
export function explain(error: unknown, indexName: string): string {
  const { name, message, status } = error as { name?: string; message?: string; status?: number };
  if (status === 403) {
    return `The provider rejected the credentials: check SEARCH_APP_ID, and that SEARCH_ADMIN_KEY may write the index "${indexName}".`;
  }
  if (name === 'RetryError') {
    return 'No host of the provider can be reached: check the network and SEARCH_APP_ID.';
  }
  return status === undefined
    ? (message ?? String(error))
    : `The provider returned HTTP ${status}: ${message ?? ''}`;
}

/** Most the provider takes for one record, in bytes of JSON. */
const recordBytes = 10_000;

/** The provider's client with the timeouts of the docs/behavior.md, section 9; by default Node's are longer. */
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
 * Replaces the provider's index by these records: settings first, then all records into a temporary index that replaces
 * the old one in one step, so that no reader ever gets half an index.
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
