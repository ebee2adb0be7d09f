import { cleanEnv, makeExactValidator } from 'envalid';

const present = makeExactValidator<string>((input) => {
  if (input.trim() === '') throw new Error('must not be empty');
  return input;
});

/**
 * What a push needs to know of the provider.
 * @throws Error naming each variable that is missing; never with a value
 */
export function readPushEnvironment(env: NodeJS.ProcessEnv) {
  return cleanEnv(
    env,
    {
      SEARCH_APP_ID: present({ desc: 'application id at the search provider' }),
      SEARCH_ADMIN_KEY: present({ desc: 'key that may write the index' }),
      SEARCH_INDEX_NAME: present({ default: 'anedya-docs' }),
    },
    {
      reporter: ({ errors }) => {
        const names = Object.keys(errors);
        if (names.length === 0) return;
        throw new Error(`Set ${names.join(' and ')} in the environment (see README, "Search").`);
      },
    },
  );
}

/** What went wrong in words a reader can act on; the key is in none of them. */
export function explain(error: unknown, indexName: string): string {
  const { name, message, status } = error as { name?: string; message?: string; status?: number };
  if (status === 403) {
    return `The provider refuses the credentials: check SEARCH_APP_ID, and that SEARCH_ADMIN_KEY may write the index "${indexName}".`;
  }
  if (name === 'RetryError') {
    return 'No host of the provider can be reached: check the network and SEARCH_APP_ID.';
  }
  return status === undefined
    ? (message ?? String(error))
    : `The provider answered ${status}: ${message ?? ''}`;
}
