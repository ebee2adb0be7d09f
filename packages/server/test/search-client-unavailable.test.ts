import { liteClient } from 'algoliasearch/lite';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { listen } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

// DocSearch shows "Unable to fetch results" for an error of this name.
it('the client treats a server without an index as unreachable', async () => {
  const client = liteClient('self-hosted', 'search-only', {
    hosts: [{ url: '127.0.0.1', port, accept: 'readWrite', protocol: 'http' }],
  });
  const response = client.search({ requests: [{ indexName: 'anedya-docs', query: 'node' }] });
  await expect(response).rejects.toMatchObject({ name: 'RetryError' });
});
