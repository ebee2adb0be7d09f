import type { Requester, Response } from '@algolia/client-common';
import { timeouts } from './limits';
import { workerHost } from './worker-requester';

/** True for an answer of the search protocol; a static host answers its own pages. */
function isProtocol({ content }: Response): boolean {
  return content.trimStart().startsWith('{');
}

/**
 * Sends a request to the worker when it is for the worker's host, and over the network otherwise. A host that does not
 * speak the protocol counts as one that cannot be reached, so that the client goes on to the next. The client multiplies
 * its timeouts once a host has timed out; the specification (section 9) has fixed ones, and every request reads.
 */
export function createRequester(network: Requester, worker: Requester): Requester {
  return {
    async send(original) {
      const request = {
        ...original,
        connectTimeout: timeouts.connect,
        responseTimeout: timeouts.read,
      };
      if (new URL(request.url).hostname === workerHost) return worker.send(request);
      const response = await network.send(request);
      return isProtocol(response) ? response : { ...response, status: 0 };
    },
  };
}
