import { createSearchClient, type SearchClient } from './client';

/** After this long a search counts as stalled (specification, section 9), in milliseconds. */
const stallThreshold = 300;

type Answer = ReturnType<SearchClient['search']>;

/** The only name of an error for which DocSearch shows its error state; after any other its spinner goes on. */
const shownError = 'RetryError';

function asShownError(cause: unknown): Error {
  return Object.assign(new Error('the search failed', { cause }), { name: shownError });
}

/**
 * DocSearch sets its status to `error` when no host can be reached, throws on, and its machinery then puts the status
 * back to idle: the reader would see "No results". This response runs DocSearch's handler, once a stall can no longer
 * overwrite its verdict, and ends there. A host that rejects the request (status 403 or 429) is shown in the same way.
 */
function holdingErrors(answer: Answer, begun: number): Answer {
  const handle = (onRejected: (error: unknown) => unknown) =>
    new Promise((resolve) => {
      answer.then(resolve, (error: unknown) => {
        const wait = Math.max(0, begun + stallThreshold + 50 - performance.now());
        setTimeout(() => {
          try {
            onRejected(asShownError(error));
          } catch {
            // Thrown on by DocSearch after it has set its status.
          }
        }, wait);
      });
    });
  return { then: answer.then.bind(answer), catch: handle } as unknown as Answer;
}

/** The site's search client as the dialog needs it. */
export function createDialogClient(appId: string, apiKey: string): SearchClient {
  const client = createSearchClient(appId, apiKey);
  const search: SearchClient['search'] = (...args) =>
    holdingErrors(client.search(...args), performance.now());
  return { ...client, search };
}
