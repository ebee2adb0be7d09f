import type { Requester, Response } from '@algolia/client-common';
import { workerHost } from './worker-requester';

/** True for an answer of the search protocol; a static host answers its own pages. */
function isProtocol({ content }: Response): boolean {
  return content.trimStart().startsWith('{');
}

/**
 * Sends a request to the worker when it is for the worker's host, and over the network otherwise. A host that does not
 * speak the protocol counts as one that cannot be reached, so that the client goes on to the next.
 */
export function createRequester(network: Requester, worker: Requester): Requester {
  return {
    async send(request) {
      if (new URL(request.url).hostname === workerHost) return worker.send(request);
      const response = await network.send(request);
      return isProtocol(response) ? response : { ...response, status: 0 };
    },
  };
}
