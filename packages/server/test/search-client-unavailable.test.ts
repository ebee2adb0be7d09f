import { liteClient } from 'algoliasearch/lite';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { listen } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

// The error by whose name DocSearch knows to show "Unable to fetch results".
it('a server without an index looks to the client like one that cannot be reached', async () => {
  const client = liteClient('self-hosted', 'search-only', {
    hosts: [{ url: '127.0.0.1', port, accept: 'readWrite', protocol: 'http' }],
  });
  const answer = client.search({ requests: [{ indexName: 'anedya-docs', query: 'node' }] });
  await expect(answer).rejects.toMatchObject({ name: 'RetryError' });
});
