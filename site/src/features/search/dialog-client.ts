import type { SearchClient } from './client';

/** Time after which a search is stalled, in milliseconds (specification, section 9). */
const stallThreshold = 300;

type PendingResponse = ReturnType<SearchClient['search']>;

/** The only error name for which DocSearch shows its error state; for any other, it keeps showing the spinner. */
const shownError = 'RetryError';

function toVisibleError(cause: unknown): Error {
  return Object.assign(new Error('the search failed', { cause }), { name: shownError });
}

/**
 * The client with the interface that DocSearch's dialog needs.
 *
 * DocSearch sets its status to `error` when no host is available and throws the error again, and its internals then reset
 * the status to idle: the reader would see "No results". This client runs DocSearch's error handler after a stall can no
 * longer overwrite the status. A host that rejects the request (status 403 or 429) is handled in the same way.
 *
 * Some outcomes are ignored, and their promise stays pending: an error after a newer search has started or the reader has
 * cleared the field, and a response after a newer search has ended. DocSearch would show the error instead of the newer hits,
 * and the number of the older hits below them.
 * @param hasQuery false when the field is empty; DocSearch then starts no search
 */
export function createDialogClient(client: SearchClient, hasQuery: () => boolean): SearchClient {
  let newest = 0;
  let newestEnded = 0;
  const search: SearchClient['search'] = (...args) => {
    const own = (newest += 1);
    const startedAt = performance.now();
    const response = client.search(...args);
    const handle = (onRejected: (error: unknown) => unknown) =>
      new Promise((resolve) => {
        response.then(
          (results) => {
            if (own < newestEnded) return;
            newestEnded = own;
            resolve(results);
          },
          (error: unknown) => {
            newestEnded = Math.max(newestEnded, own);
            const wait = Math.max(0, startedAt + stallThreshold + 50 - performance.now());
            setTimeout(() => {
              if (own < newest || !hasQuery()) return;
              try {
                onRejected(toVisibleError(error));
              } catch {
                // DocSearch throws the error again after it has set its status.
              }
            }, wait);
          },
        );
      });
    return { then: response.then.bind(response), catch: handle } as unknown as PendingResponse;
  };
  return { ...client, search };
}
