import { loadIndex } from '@anedya-docs/search';
import { createEndpoint } from '@anedya-docs/search/protocol';
import { fetchIndex } from './index-cache';
import type { FromWorker, ToWorker, WorkerResponse } from './worker-requester';

/** Any credentials work: nothing is sent over the network. */
const credentials = { applicationId: 'browser', apiKey: 'browser' };

type Endpoint = ReturnType<typeof createEndpoint>;

function send(message: FromWorker): void {
  self.postMessage(message);
}

let start: { index: string; indexName: string } | undefined;
let endpoint: Promise<Endpoint> | undefined;

async function load(): Promise<Endpoint> {
  if (!start) throw new Error('the worker has not been started');
  const { index, indexName } = start;
  send({ kind: 'progress' });
  const text = await fetchIndex(index, () => send({ kind: 'progress' }));
  send({ kind: 'downloaded' });
  return createEndpoint({
    engine: loadIndex(text),
    indexName,
    credentials,
    now: () => performance.now(),
    newQueryId: () => '',
  });
}

/** The search endpoint for the index. After a failure, the next query loads the index again. */
function ready(): Promise<Endpoint> {
  endpoint ??= load().catch((error: unknown) => {
    endpoint = undefined;
    throw error;
  });
  return endpoint;
}

async function respond(
  path: string,
  body: string,
): Promise<Pick<WorkerResponse, 'status' | 'content'>> {
  try {
    const { status, body: value } = (await ready())({ path, body, credentials });
    return { status, content: JSON.stringify(value) };
  } catch (error) {
    // The client treats status 0 as an unavailable host.
    return { status: 0, content: String(error) };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    start = data;
    ready().catch(() => undefined);
    return;
  }
  const { id, path, body } = data;
  void respond(path, body).then((reply) => send({ kind: 'response', id, ...reply }));
});
